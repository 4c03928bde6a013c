import type { UserId } from '@talus/contract'
import type { ClinicRecords } from '../records/clinic-records.ts'
import type { SampleRequest } from './sample-requests.ts'

const texts = { findings: 'Normal.', interpretation: '', internalMedicineRecommandations: '' }
const attachment = new File(['notes'], 'notes.txt', { type: 'text/plain' })

/** Well-formed requests to the routes of cases, about the records of a clinic. */
export function createCaseRequests(
  { caseId, caseFileId, criticalFindingId, studyId, imageId, doctorId }: ClinicRecords,
  radiologistId: UserId,
): Record<string, SampleRequest> {
  const params = { id: caseId }
  const byFile = { id: caseFileId }
  const model = {
    studyId,
    referringVeterinarianId: doctorId,
    patientName: 'Rex',
    speciesId: 1,
    modality: 'XRay',
    birthDate: '2020-05-01',
  }
  const form = {
    fields: {
      model: JSON.stringify(model),
      imageIds: JSON.stringify([imageId]),
      newBreed: 'Eurasier',
    },
  }
  const files = { files: [attachment] }
  const reason = 'Sent twice'
  return {
    'radCase.list': {},
    'radCase.page': {},
    'radCase.stat': {},
    'radCase.reportStat': {},
    'radCase.statistics': {},
    'radCase.one': { params },
    'radCase.clinicName': { params },
    'radCase.ofStudy': { params: { studyId } },
    'radCase.files': { params: { caseId } },
    'radCase.file': { params: byFile },
    'radCase.createFileTicket': { params: byFile },
    'radCase.openedFile': { params: { ticket: 'x'.repeat(43) } },
    'radCase.addFiles': { params, form: { fields: {}, files } },
    'radCase.removeFile': { params: byFile },
    'radCase.earlierReports': { params: { studyId } },
    'radCase.macros': {},
    'radCase.addMacro': { body: { shortcut: 'norm', text: 'Normal.' } },
    'radCase.updateMacro': {
      params: { id: 1 },
      body: { shortcut: 'norm', text: 'Normal.', version: 1 },
    },
    'radCase.removeMacro': { params: { id: 1 } },
    'radCase.cropAndSave': { form: { fields: { caseId: String(caseId) }, files } },
    'radCase.report': { params },
    'radCase.createReportTicket': { params },
    'radCase.previewReport': { params, body: texts },
    'radCase.fileThumbnail': { params: byFile },
    'radCase.images': { params },
    'radCase.signature': {},
    'radCase.saveSignature': { body: { title: 'DACVR', licence: '12345' } },
    'radCase.signaturePicture': {},
    'radCase.saveSignaturePicture': {
      form: { fields: {}, files: { pictureFile: [new File(['x'], 'x.png')] } },
    },
    'radCase.removeSignaturePicture': {},
    'radCase.submit': { form },
    'radCase.submitCase': { form },
    'radCase.save': { form },
    'radCase.saveCase': { form },
    'radCase.take': {
      form: {
        fields: { caseId: JSON.stringify(caseId), radiologistId: JSON.stringify(radiologistId) },
      },
    },
    'radCase.cancel': { body: { caseId, reason } },
    'radCase.requestMore': { body: { caseId, notes: 'More views, please' } },
    'radCase.radiologistSubmit': { form: { fields: { caseId: String(caseId), ...texts } } },
    'radCase.remove': { params },
    'radCase.release': { params, body: {} },
    'radCase.assign': { params, body: { radiologistId } },
    'radCase.reopen': { params, body: { reason } },
    'radCase.draft': { params },
    'radCase.saveDraft': { params, body: { ...texts, version: 0 } },
    'radCase.versions': { params },
    'radCase.addAddendum': { params, body: { text: 'More', reason, reportVersion: 1 } },
    'radCase.thread': { params },
    'radCase.writeMessage': { params, body: { text: 'Thank you' } },
    'radCase.history': { params },
    'radCase.loss': { params },
    'radCase.reportCritical': { params, body: { text: 'Pneumothorax' } },
    'radCase.acknowledge': { params: { ...params, findingId: criticalFindingId } },
    'radCase.unacknowledged': {},
    'radCase.feedback': { params },
    'radCase.feedbackOfStudy': { params: { studyId } },
    'radCase.rateImage': { params: { ...params, imageId }, body: { faults: ['motion'] } },
    'radCase.addImages': { params, body: { imageIds: [imageId] } },
    'radCase.markAsTest': { params, body: { isTest: true } },
    'radCase.openPage': { params },
    'radCase.closePage': { params },
    'radCase.notices': {},
    'radCase.unreadNotices': {},
    'radCase.readNotices': { body: {} },
    'radCase.noticePreferences': {},
    'radCase.saveNoticePreferences': { body: { preferences: [] } },
  }
}
