import { SensorId } from '@talus/contract'
import type { Sensor, SensorStatusOfUser } from '@talus/contract'

export const generalSensor: Sensor = {
  id: SensorId.parse(1),
  brand: 'Simulator',
  model: 'CR1500L',
  modality: 'General',
  serverIp: '127.0.0.1',
  port: 4290,
}
export const dentalSensor: Sensor = { ...generalSensor, id: SensorId.parse(2), modality: 'Dental' }

export const createSensorStatus = (part: Partial<SensorStatusOfUser> = {}): SensorStatusOfUser => ({
  state: 'Ready',
  health: 'Ok',
  battery: 80,
  temp: 30,
  latency: 4,
  isConnected: true,
  connectionType: 'Wifi',
  name: 'general',
  driver: 'simulator',
  brand: 'Simulator',
  model: 'CR1500L',
  modality: 'General',
  serial: 'S-1',
  firmware: '1.0',
  captureId: null,
  use: null,
  framesWaiting: 0,
  fault: null,
  calibratedOn: null,
  ...part,
})
