import type { ClinicRecords } from '../records/clinic-records.ts'
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
const dicomServer = (clinicId: number) => ({
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
const protocol = {
  name: 'Thorax',
  speciesId: 1,
  modality: 'General',
  steps: [{ bodyPart: 'Chest', bodyPartView: 'LAT' }],
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
 * A well-formed request to every route, about the records of the given clinic. A user of that
 * clinic sends it as ordinary work; from a user of another clinic it is an attack.
 */
export const createSampleRequests = ({
  id,
  targetUsers,
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
  'study.uploadReport': {},
  'study.saveReportLocally': { params: { id: records.studyId } },
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
  'protocol.list': { query: { ClinicId: id } },
  'protocol.create': { body: { ...protocol, clinicId: id } },
  'protocol.update': { params: { key: 'dog-thorax' }, body: { ...protocol, clinicId: id } },
  'protocol.remove': { params: { key: 'dog-thorax' }, query: { ClinicId: id } },
  'protocol.restore': { body: { clinicId: id } },
  'image.ofStudy': { query: { studyId: records.studyId, isRejected: '0' } },
  'image.one': { params: { id: records.imageId } },
  'image.jpeg': { params: { id: records.imageId } },
  'image.metadata': { params: { id: records.imageId } },
  'image.pixels': { params: { id: records.imageId } },
  'image.presentation': {
    params: { id: records.imageId },
    body: {
      viewport: { invert: false, rotation: 0, hflip: false, vflip: false, window: null },
      crop: null,
      marks: [],
      texts: [],
    },
  },
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
  'viewerState.ofPatient': { params: { patientId: records.patientId }, query: { tool: 'length' } },
  'viewerState.ofCase': { params: { id: records.caseId } },
  'sensor.ofThisMachine': {},
  'sensor.xRayRooms': {},
  'sensor.list': {},
  'sensor.status': { params: { id: records.sensorId } },
  'sensor.events': { params: { id: records.sensorId } },
  'generator.status': {},
  'generator.events': {},
  'generator.order': { params: { order: 'kv' }, query: { value: 60 } },
  'generator.power': { body: { value: 1 } },
  'generator.scales': {},
  'generator.techniques': {},
  'generator.overrides': {},
  'generator.saveOverride': { body: technique },
  'bridge.list': { query: { ClinicId: id } },
  'bridge.ofThisMachine': { query: { ClinicId: id } },
  'bridge.create': { body: { clinicId: id, name: 'PC', xRayRoom: 'Theatre' } },
  'bridge.update': { body: { id: records.bridgeId, name: 'PC', xRayRoom: 'Theatre' } },
  'bridge.remove': { params: { id: records.bridgeId } },
  'bridge.state': { params: { id: records.bridgeId } },
  'bridge.configure': {
    params: { id: records.bridgeId },
    body: {
      general: { driver: 'none' },
      dental: { driver: 'none' },
      generator: { driver: 'none' },
    },
  },
  'bridge.test': { params: { id: records.bridgeId } },
  'bridge.updateSensor': {
    body: { id: records.sensorId, name: 'Big', brand: 'Near', model: 'Ez', isEnabled: false },
  },
  'dicomServer.list': { query: { ClinicId: id } },
  'dicomServer.create': { body: dicomServer(id) },
  'dicomServer.update': { body: { ...dicomServer(id), id: records.dicomServerId } },
  'dicomServer.remove': { params: { id: records.dicomServerId } },
  'dicomServer.test': { body: dicomServer(id) },
  'dicomServer.testByOldPath': { body: dicomServer(id) },
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
