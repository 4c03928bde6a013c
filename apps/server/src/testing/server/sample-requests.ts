import { createCaseRequests } from './case-requests.ts'
import { createDeviceRequests } from './device-requests.ts'
import { createDicomWebRequests } from './dicom-web-requests.ts'
import { createReportRequests } from './report-requests.ts'
import type { TestClinic, TestForm } from './test-server.ts'

export interface SampleRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: TestForm
}

const day = '2026-02-10'
const newUser = (clinicId: number) => ({
  username: 'somebody.new',
  firstName: 'Some',
  lastName: 'Body',
  password: 'Talus-test-1',
  clinicId,
})
const clinicDraft = { name: 'Third', address: '3 Test Street', clinicType: 'Veterinary' }
const protocol = {
  name: 'Thorax',
  speciesId: 1,
  modality: 'General',
  steps: [{ bodyPart: 'Chest', bodyPartView: 'LAT' }],
}
const hangingProtocol = {
  speciesId: 1,
  bodyPart: 'Chest',
  stages: [{ rows: 1, columns: 1, cells: [{ views: ['VD'], side: null, isPrior: false }] }],
}
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' }
/** Refused by its service, before a process looks at the folder. */
const backupTarget = { target: 'folder', folder: 'not-absolute' }
const filters = (clinicId: number) => ({
  clinicId,
  patientName: '!',
  patientId: '0',
  dateFrom: 'null',
  dateTo: 'null',
})

/**
 * A well-formed request to every route, about the records of the given clinic. A user of that
 * clinic sends it as ordinary work; from a user of another clinic it is an attack.
 */
export const createSampleRequests = ({
  id,
  targetUsers,
  records,
}: TestClinic): Record<string, SampleRequest> => ({
  'system.health': {},
  'system.live': {},
  'system.ready': {},
  'stack.ofStudy': { params: { studyId: records.studyId } },
  'stack.slices': { params: { studyId: records.studyId, key: 'unknown-key-of-a-stack' } },
  'stack.correctPosition': { params: { studyId: records.studyId }, body: { actual: 'FFP' } },
  'system.docs': {},
  'system.openApi': {},
  'system.reportError': { body: { message: 'It broke' } },
  'auth.login': { body: { username: 'nobody', password: 'wrong' } },
  'auth.answerChallenge': { body: { challenge: 'unknown', code: '123456' } },
  'auth.sendReset': { body: { username: 'nobody' } },
  'auth.reset': { body: { password: 'Talus-test-1', token: 'unknown' } },
  'auth.session': {},
  'auth.logout': {},
  'account.alive': {},
  'account.changePassword': { body: { currentPassword: 'wrong', password: 'Talus-test-2' } },
  'account.saveLanguage': { body: { language: 'fr' } },
  'account.sessions': {},
  'account.endSession': { params: { id: 'unknown' } },
  'account.endOtherSessions': {},
  'account.secondFactor': {},
  'account.startSecondFactor': { body: { currentPassword: 'wrong' } },
  'account.confirmSecondFactor': { body: { code: '123456' } },
  'account.renewRecoveryCodes': { body: { currentPassword: 'wrong' } },
  'account.removeSecondFactor': { body: { currentPassword: 'wrong' } },
  'account.resetSecondFactor': { params: { id: targetUsers.staff } },
  'audit.page': { query: { ClinicId: id } },
  'audit.csv': { query: { ClinicId: id } },
  'clinic.list': {},
  'clinic.page': {},
  'clinic.one': { params: { id } },
  'clinic.create': { body: clinicDraft },
  'clinic.update': { body: { ...clinicDraft, id } },
  'clinic.createWithUser': {
    body: { clinicData: clinicDraft, userData: newUser(id), permissionProfileData: {} },
  },
  'clinic.remove': { params: { id } },
  'clinic.download': { body: { clinicId: id, type: 'JPEG' } },
  'doctor.listOfClinic': { params: { id } },
  'doctor.create': { body: { firstName: 'New', lastName: 'Doctor', clinicId: id } },
  'doctor.update': { body: { id: records.doctorId, firstName: 'New', lastName: 'Name' } },
  'doctor.remove': { params: { id: records.doctorId } },
  'user.list': { query: { ClinicId: id } },
  'user.page': { query: { ClinicId: id } },
  'user.radiologists': {},
  'user.one': { params: { id: targetUsers.staff } },
  'user.clinics': { params: { id: targetUsers.staff } },
  'user.create': { body: newUser(id) },
  'user.createWithPermissions': { body: { userData: newUser(id), permissionProfileData: {} } },
  'user.assignClinics': { body: { userId: targetUsers.contractSuperAdmin, clinicIds: [id] } },
  'user.update': { body: { ...newUser(id), id: targetUsers.staff } },
  'user.remove': { params: { id: targetUsers.operator } },
  // Profiles are created together with users, so that their ids are equal.
  'permissionProfile.one': { params: { id: targetUsers.staff } },
  'permissionProfile.update': { body: { id: targetUsers.staff, operator: true } },
  'breed.list': {},
  'owner.list': { query: { ClinicId: id } },
  'owner.suggest': { query: { ClinicId: id, text: 'o' } },
  'owner.one': { params: { id: records.ownerId } },
  'owner.oneByOldPath': { params: { id: records.ownerId } },
  'owner.create': { body: { name: 'New Owner', clinicId: id } },
  'owner.update': { body: { id: records.ownerId, name: 'New Name' } },
  'patient.list': { query: { ClinicId: id } },
  'patient.suggest': { query: { ClinicId: id, text: 'r' } },
  'patient.one': { params: { id: records.patientId } },
  'patient.create': {
    body: { name: 'Fido', speciesId: 1, ownerId: records.ownerId, clinicId: id },
  },
  'patient.update': {
    body: { id: records.patientId, name: 'Fido', speciesId: 1, ownerId: records.ownerId },
  },
  'reassign.comparePatients': {
    query: { keepId: records.patientId, mergeId: records.patientId },
  },
  'reassign.mergePatients': {
    body: { keepId: records.patientId, mergeId: records.patientId, revision: 'seen' },
  },
  'reassign.compareOwners': { query: { keepId: records.ownerId, mergeId: records.ownerId } },
  'reassign.mergeOwners': {
    body: { keepId: records.ownerId, mergeId: records.ownerId, revision: 'seen' },
  },
  'reassign.compareStudy': {
    query: { studyId: records.studyId, patientId: records.patientId },
  },
  'reassign.moveStudy': {
    body: { studyId: records.studyId, patientId: records.patientId, revision: 'seen' },
  },
  'reassign.compareOwnerOfPatient': {
    query: { patientId: records.patientId, ownerId: records.ownerId },
  },
  'reassign.movePatient': {
    body: { patientId: records.patientId, ownerId: records.ownerId, revision: 'seen' },
  },
  'reassign.otherNumbers': { query: { patientId: records.patientId } },
  'reassign.forgetNumber': { body: { patientId: records.patientId, number: 'OLD-1' } },
  'reassign.history': { query: { patientId: records.patientId } },
  'reassign.undo': { params: { id: records.reassignmentId } },
  'study.worklist': { params: { clinicId: id } },
  'study.page': { query: { ClinicId: id } },
  'study.changes': { params: { clinicId: id } },
  'events.open': {
    query: { follow: `1:changes:${id},2:sensor:${records.sensorId},3:generator` },
  },
  'events.follow': {
    params: { stream: '00000000-0000-4000-8000-000000000000' },
    body: { follow: '1:generator' },
  },
  'study.byFilters': { params: filters(id) },
  'study.forXrayLog': { params: filters(id) },
  'study.xrayLog': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'study.xrayLogPreview': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'study.ofPatient': { query: { patientId: records.patientId } },
  'study.one': { params: { id: records.studyId } },
  'study.create': { body: { patientId: records.patientId, clinicId: id } },
  'study.remove': { params: { id: records.studyId } },
  'study.restore': { params: { id: records.studyId } },
  'study.annotations': { params: { id: records.studyId } },
  'study.addAnnotation': { params: { id: records.studyId }, body: annotation },
  'study.resizeAnnotation': {
    params: { id: records.studyId, annotationId: records.annotationId },
    body: { animalSize: 'Large' },
  },
  'study.removeAnnotation': {
    params: { id: records.studyId, annotationId: records.annotationId },
  },
  'study.applyProtocol': { params: { id: records.studyId }, body: { key: 'dog-thorax' } },
  'study.restraint': { params: { id: records.studyId } },
  'study.setRestraint': { params: { id: records.studyId }, body: { isSedated: true } },
  'study.holders': { params: { id: records.studyId } },
  'restraint.exposures': { params: { id: records.studyId } },
  'restraint.correct': {
    params: { id: records.studyId },
    body: { imageIds: [records.imageId], holders: 'Nurse' },
  },
  'hangingProtocol.list': { query: { ClinicId: id } },
  'hangingProtocol.save': { body: { ...hangingProtocol, clinicId: id } },
  'hangingProtocol.reset': { body: { speciesId: 1, bodyPart: 'Chest', clinicId: id } },
  'protocol.list': { query: { ClinicId: id } },
  'protocol.create': { body: { ...protocol, clinicId: id } },
  'protocol.update': { params: { key: 'dog-thorax' }, body: { ...protocol, clinicId: id } },
  'protocol.remove': { params: { key: 'dog-thorax' }, query: { ClinicId: id } },
  'protocol.restore': { body: { clinicId: id } },
  'image.ofStudy': { query: { studyId: records.studyId, isRejected: '0' } },
  'image.location': { params: { id: records.imageId } },
  'image.one': { params: { id: records.imageId } },
  'image.jpeg': { params: { id: records.imageId } },
  'image.metadata': { params: { id: records.imageId } },
  'image.pixels': { params: { id: records.imageId } },
  'image.overlay': { params: { id: records.imageId } },
  'setUp.state': {},
  'setUp.checkCode': { body: { code: 'unknown' } },
  'setUp.complete': { body: { clinicData: clinicDraft, userData: newUser(id) } },
  'setUp.progress': { params: { clinicId: id } },
  'setUp.skip': { params: { clinicId: id }, body: { step: 'backup', isSkipped: true } },
  'setUp.addresses': {},
  'linkAddress.ofClinic': { params: { clinicId: id } },
  'linkAddress.update': { params: { clinicId: id }, body: { address: 'http://192.0.2.1' } },
  'document.ofStudy': { query: { studyId: records.studyId } },
  'document.one': { params: { id: records.imageId } },
  'document.createTicket': { params: { id: records.imageId } },
  'document.opened': { params: { ticket: 'x'.repeat(43) } },
  'image.presentation': {
    params: { id: records.imageId },
    body: {
      viewport: { invert: false, rotation: 0, hflip: false, vflip: false, window: null },
      crop: null,
      marks: [],
      texts: [],
    },
  },
  'image.presentations': { query: { studyId: records.studyId } },
  'image.presentationState': { params: { id: records.imageId, stateId: records.imageId } },
  'image.importFile': { query: { ClinicId: id } },
  'image.capture': { body: { sensorId: records.sensorId, studyId: records.studyId, annotation } },
  'image.cancelCapture': { body: { sensorId: records.sensorId } },
  'image.enterTechnique': {
    body: { sensorId: records.sensorId, technique: { kv: 60, mx: 2 } },
  },
  'image.unassigned': {},
  'image.unassignedPicture': { params: { frameId: 'no-such-frame' } },
  'image.assign': {
    params: { frameId: 'no-such-frame' },
    body: { studyId: records.studyId, annotation },
  },
  'image.presets': { params: { id: records.imageId } },
  'image.presetPreview': { params: { id: records.imageId, preset: 'bone' } },
  'image.reprocess': { params: { id: records.imageId }, body: { preset: 'bone' } },
  'image.rejectStatistics': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'image.rejectStatisticsCsv': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'image.annotate': { body: { imageId: records.imageId, annotation } },
  'image.history': { params: { id: records.imageId } },
  'image.replaced': { params: { id: records.imageId, sopInstanceUID: '2.25.1' } },
  'image.reject': { body: { imageId: records.imageId, rejectionReason: 'Bad Image' } },
  'image.restore': { body: { imageId: records.imageId } },
  'image.download': { body: { imageIds: [records.imageId], type: 'JPEG' } },
  'image.downloadLocally': { body: { imageIds: [records.imageId], type: 'JPEG' } },
  'viewerState.ofStudy': { params: { studyId: records.studyId } },
  'viewerState.save': {
    params: { studyId: records.studyId },
    body: { viewportState: {}, cropState: {}, toolState: {} },
  },
  'viewerState.report': { params: { studyId: records.studyId } },
  'viewerState.reports': { params: { studyId: records.studyId } },
  'viewerState.ofPatient': { params: { patientId: records.patientId }, query: { tool: 'length' } },
  'viewerState.ofCase': { params: { id: records.caseId } },
  'tray.count': { query: { ClinicId: id } },
  'tray.list': { query: { ClinicId: id } },
  'tray.jpeg': { params: { id: records.trayEntryId } },
  'tray.file': { params: { id: records.trayEntryId } },
  'tray.differences': { params: { id: records.trayEntryId } },
  'tray.decide': {
    body: { entryIds: [records.trayEntryId], decision: 'discard', reason: 'Test image' },
  },
  'tray.undo': {
    body: { entryIds: [records.trayEntryId], decidedOn: '2026-01-01T00:00:00.000Z' },
  },
  'tray.recover': { body: { entryIds: [records.trayEntryId] } },
  ...createDeviceRequests(id, records),
  ...createDicomWebRequests(records),
  'emailConfig.ofClinic': { query: { ClinicId: id } },
  'emailConfig.defaults': {},
  'emailConfig.create': {
    body: { clinicId: id, email: 'a@example.com', hostName: 'mail.example.com', password: 'x' },
  },
  'emailConfig.update': {
    body: { id: records.emailConfigId, email: 'a@example.com', hostName: 'mail.example.com' },
  },
  'emailConfig.test': { params: { id: records.emailConfigId } },
  'emailConfig.send': {
    body: {
      emailConfigId: records.emailConfigId,
      imageIdList: [records.imageId],
      emailReceiver: ['owner@example.com'],
    },
  },
  'share.ofStudy': { query: { studyId: records.studyId } },
  'share.create': { body: { imageIds: [records.imageId] } },
  'share.revoke': { params: { id: records.shareId } },
  'backup.status': {},
  'backup.settings': {},
  'backup.save': { body: { ...backupTarget, schedule: 'daily', timeZone: 'UTC' } },
  'backup.check': { body: backupTarget },
  'backup.run': { body: { work: 'backup' } },
  'backup.runs': {},
  'backup.list': {},
  'backup.oldImages': {},
  'backup.stop': {},
  ...createReportRequests(id, records),
  ...createCaseRequests(records, targetUsers.radiologist),
})
