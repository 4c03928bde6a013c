import type { ClinicRecords } from '../records/clinic-records.ts'
import type { SampleRequest } from './sample-requests.ts'

const dicomServer = (clinicId: number) => ({
  clinicId,
  serverName: 'New',
  aeTitle: 'NEW',
  host: '127.0.0.1',
  port: 104,
  description: 'TALUS',
})
const dicomDevice = { aeTitle: 'CR_ROOM', network: '192.0.2.1', mayStore: true }
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

/** The requests about sensors, the generator, bridges and DICOM devices. */
export const createDeviceRequests = (
  id: number,
  records: ClinicRecords,
): Record<string, SampleRequest> => ({
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
  'dicomReceiver.update': { body: { clinicId: id, unlisted: 'refuse' } },
  'dicomDevice.list': { query: { ClinicId: id } },
  'dicomDevice.create': { body: { ...dicomDevice, clinicId: id } },
  'dicomDevice.update': { body: { ...dicomDevice, id: records.dicomDeviceId } },
  'dicomDevice.remove': { params: { id: records.dicomDeviceId } },
  'dicomDevice.attempts': { query: { ClinicId: id } },
  'dicomDevice.dismiss': { params: { id: records.dicomAttemptId } },
  'dicomDevice.certificate': {},
  'serviceAccount.list': { query: { ClinicId: id } },
  'serviceAccount.create': { body: { clinicId: id, name: 'Archive', mayQuery: true } },
  'serviceAccount.update': {
    body: { id: records.serviceAccountId, name: 'Archive', mayQuery: true },
  },
  'serviceAccount.revoke': { params: { id: records.serviceAccountId } },
  'dicomInfo.ofThisMachine': {},
})
