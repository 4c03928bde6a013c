import type { ClinicRecords } from './clinic-records.ts'
import type { TestClinic } from './test-server.ts'

export interface SampleRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
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
const server = (clinicId: number) => ({
  clinicId,
  serverName: 'New',
  aeTitle: 'NEW',
  host: '127.0.0.1',
  port: 104,
  description: 'TALUS',
})
const technique = {
  speciesId: 1,
  size: 'Medium',
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  fo: 0,
  kv: 60,
  ma: 100,
  ms: 20,
}
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' }
const filters = (clinicId: number) => ({
  clinicId,
  patientName: '!',
  patientId: '0',
  dateFrom: 'null',
  dateTo: 'null',
})

function dicomWebRequests(records: ClinicRecords): Record<string, SampleRequest> {
  const study = { study: records.studyInstanceUID }
  const series = { ...study, series: records.seriesInstanceUID }
  const instance = { ...series, instance: records.sopInstanceUID }
  return {
    'dicomWeb.studies': { query: { StudyInstanceUID: records.studyInstanceUID } },
    'dicomWeb.series': {},
    'dicomWeb.instances': {},
    'dicomWeb.seriesOfStudy': { params: study },
    'dicomWeb.instancesOfStudy': { params: study },
    'dicomWeb.instancesOfSeries': { params: series },
    'dicomWeb.study': { params: study },
    'dicomWeb.oneSeries': { params: series },
    'dicomWeb.instance': { params: instance },
    'dicomWeb.studyMetadata': { params: study },
    'dicomWeb.seriesMetadata': { params: series },
    'dicomWeb.instanceMetadata': { params: instance },
    'dicomWeb.frames': { params: { ...instance, frames: '1' } },
    'dicomWeb.bulkData': { params: { ...instance, path: '00880200' } },
    'dicomWeb.renderedStudy': { params: study },
    'dicomWeb.renderedSeries': { params: series },
    'dicomWeb.rendered': { params: instance },
    'dicomWeb.renderedFrames': { params: { ...instance, frames: '1' } },
    'dicomWeb.studyThumbnail': { params: study },
    'dicomWeb.seriesThumbnail': { params: series },
    'dicomWeb.thumbnail': { params: instance },
    'dicomWeb.store': {},
    'dicomWeb.storeInStudy': { params: study },
  }
}

/**
 * A well-formed request to every route, about the records of the given clinic. Sent by somebody of
 * that clinic it is ordinary work; sent by somebody of another one it is an attack.
 */
export const sampleRequests = ({
  id,
  bystanders,
  records,
}: TestClinic): Record<string, SampleRequest> => ({
  'system.health': {},
  'system.docs': {},
  'system.openApi': {},
  'system.reportError': { body: { message: 'It broke' } },
  'auth.login': { body: { username: 'nobody', password: 'wrong' } },
  'auth.sendReset': { body: { username: 'nobody' } },
  'auth.reset': { body: { password: 'Talus-test-1', token: 'unknown' } },
  'auth.session': {},
  'auth.logout': {},
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
  'user.one': { params: { id: bystanders.staff } },
  'user.clinics': { params: { id: bystanders.staff } },
  'user.create': { body: newUser(id) },
  'user.createWithPermissions': { body: { userData: newUser(id), permissionProfileData: {} } },
  'user.assignClinics': { body: { userId: bystanders.contractSuperAdmin, clinicIds: [id] } },
  'user.update': { body: { ...newUser(id), id: bystanders.staff } },
  'user.remove': { params: { id: bystanders.operator } },
  // One profile is made for each user, in the same order.
  'permissionProfile.one': { params: { id: bystanders.staff } },
  'permissionProfile.update': { body: { id: bystanders.staff, operator: true } },
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
  'study.worklist': { params: { clinicId: id } },
  'study.page': { query: { ClinicId: id } },
  'study.changes': { params: { clinicId: id } },
  'study.byFilters': { params: filters(id) },
  'study.forXrayLog': { params: filters(id) },
  'study.xrayLog': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'study.xrayLogPreview': { params: { clinicId: id, dateFrom: day, dateTo: day } },
  'study.ofPatient': { query: { patientId: records.patientId } },
  'study.one': { params: { id: records.studyId } },
  'study.create': { body: { patientId: records.patientId, clinicId: id } },
  'study.remove': { params: { id: records.studyId } },
  'study.restore': { params: { id: records.studyId } },
  'study.uploadReport': {},
  'study.saveReportLocally': { params: { id: records.studyId } },
  'study.annotations': { params: { id: records.studyId } },
  'study.addAnnotation': { params: { id: records.studyId }, body: annotation },
  'study.removeAnnotation': {
    params: { id: records.studyId, annotationId: records.annotationId },
  },
  'image.ofStudy': { query: { studyId: records.studyId, isRejected: '0' } },
  'image.one': { params: { id: records.imageId } },
  'image.jpeg': { params: { id: records.imageId } },
  'image.metadata': { params: { id: records.imageId } },
  'image.importFile': { query: { ClinicId: id } },
  'image.capture': { body: { sensorId: 1, studyId: records.studyId, annotation } },
  'image.cancelCapture': { body: { sensorId: 1 } },
  'image.annotate': { body: { imageId: records.imageId, annotation } },
  'image.reject': { body: { imageId: records.imageId, rejectionReason: 'Bad Image' } },
  'image.download': { body: { imageIds: [records.imageId], type: 'JPEG' } },
  'image.downloadLocally': { body: { imageIds: [records.imageId], type: 'JPEG' } },
  'viewerState.ofStudy': { params: { studyId: records.studyId } },
  'viewerState.save': {
    params: { studyId: records.studyId },
    body: { viewportState: {}, cropState: {}, toolState: {} },
  },
  'viewerState.ofCase': { params: { id: records.caseId } },
  'sensor.ofThisMachine': {},
  'sensor.list': {},
  'generator.power': { body: { value: 1 } },
  'generator.scales': {},
  'generator.techniques': {},
  'generator.overrides': {},
  'generator.saveOverride': { body: technique },
  'dicomServer.list': { query: { ClinicId: id } },
  'dicomServer.create': { body: server(id) },
  'dicomServer.update': { body: { ...server(id), id: records.dicomServerId } },
  'dicomServer.remove': { params: { id: records.dicomServerId } },
  'dicomServer.test': { body: server(id) },
  'dicomServer.testByOldPath': { body: server(id) },
  'dicomServer.send': {
    body: { imageIdList: [records.imageId], dicomServerId: records.dicomServerId },
  },
  'dicomServer.sendAutomatically': {
    body: { imageIdList: [records.imageId], dicomServerId: records.dicomServerId },
  },
  'dicomSend.page': { query: { ClinicId: id } },
  'dicomSend.some': { body: { ids: [records.dicomSendId] } },
  'dicomSend.retry': { body: { ids: [records.dicomSendId] } },
  'dicomSend.cancel': { body: { ids: [records.dicomSendId] } },
  'dicomReceiver.ofClinic': { query: { ClinicId: id } },
  'dicomReceiver.update': { body: { clinicId: id, callingTitles: ['CR_ROOM'] } },
  'dicomInfo.ofThisMachine': {},
  ...dicomWebRequests(records),
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
  'radCase.list': {},
  'radCase.stat': {},
  'radCase.reportStat': {},
  'radCase.one': { params: { id: records.caseId } },
  'radCase.clinicName': { params: { id: records.caseId } },
  'radCase.ofStudy': { params: { studyId: records.studyId } },
  'radCase.files': { params: { caseId: records.caseId } },
  'radCase.file': { params: { id: records.caseFileId } },
  'radCase.report': { params: { id: records.caseId } },
  'radCase.submit': {},
  'radCase.submitCase': {},
  'radCase.save': {},
  'radCase.saveCase': {},
  'radCase.take': {},
  'radCase.cancel': { body: { caseId: records.caseId } },
  'radCase.requestMore': { body: { caseId: records.caseId, notes: 'More views, please' } },
  'radCase.radiologistSubmit': {},
  'radCase.cropAndSave': {},
  'radCase.remove': { params: { id: records.caseId } },
})
