import type { ClinicId } from '@talus/contract'
import type { ClinicRecords } from '../records/clinic-records.ts'
import type { SampleRequest } from './sample-requests.ts'

const createDocument = () => ({
  version: 1,
  language: 'en',
  orientation: 'landscape',
  pages: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: 'Thorax',
      imageCount: 0,
      images: [],
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
      hasSpaceForSignature: false,
    },
  ],
})
const pdf = new File(['%PDF-1.4\n<</Type /Page>>\n%%EOF'], 'report.pdf')
const picture = new File(['no picture'], 'picture.png')
const template = {
  name: 'Abdomen',
  species: [],
  modality: 'General',
  bodyParts: ['Abdomen'],
  language: 'en',
  text: 'Liver: [normal* | enlarged]',
  basedOn: null,
}
const macro = { shortcut: 'liver', text: 'The liver is normal.' }

/** Well-formed requests to the routes of reports, about the records of a clinic. */
export function createReportRequests(
  id: ClinicId,
  records: ClinicRecords,
): Record<string, SampleRequest> {
  const { studyId, imageId } = records
  const params = { studyId }
  const query = { ClinicId: id }
  const ofTemplate = { params: { id: records.reportTemplateId } }
  const ofMacro = { params: { id: records.reportMacroId } }
  return {
    'study.uploadReport': {
      form: { fields: { studyId, fileName: 'report.pdf' }, files: { pdfFile: [pdf] } },
    },
    'study.saveReportLocally': {
      params: { id: studyId },
      form: { fields: { fileName: 'report.pdf' }, files: { pdfFile: [pdf] } },
    },
    'report.drafts': {},
    'report.draft': { params },
    'report.saveDraft': { params, body: { version: 0, document: createDocument() } },
    'report.discardDraft': { params },
    'report.create': {
      params,
      body: { key: '00000000-0000-4000-8000-000000000001', document: createDocument() },
    },
    'report.versions': { params },
    'report.source': { params: { id: records.studyReportId } },
    'report.measurements': { params },
    'report.addPicture': { form: { fields: { imageId }, files: { pictureFile: [picture] } } },
    'report.printedImage': { params: { imageId } },
    'report.picture': { params: { pictureId: records.pictureId } },
    'report.settings': { query },
    'report.saveSettings': { query, body: { orientation: 'portrait' } },
    'report.logo': { query },
    'report.saveLogo': { query, form: { fields: {}, files: { logoFile: [picture] } } },
    'report.removeLogo': { query },
    'report.templates': { query },
    'report.addTemplate': { query, body: template },
    'report.updateTemplate': { ...ofTemplate, body: { ...template, version: 1 } },
    'report.removeTemplate': ofTemplate,
    'report.macros': { query },
    'report.addMacro': { query, body: macro },
    'report.updateMacro': { ...ofMacro, body: { ...macro, version: 1 } },
    'report.removeMacro': ofMacro,
    'report.addClinicMacro': { query, body: macro },
    'report.updateClinicMacro': { ...ofMacro, body: { ...macro, version: 1 } },
    'report.removeClinicMacro': ofMacro,
  }
}
