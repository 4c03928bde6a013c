import type { BridgeSensorName } from '@talus/contract'
import type { SensorAbout, SensorHealth } from '../driver.ts'

export interface SensorProfile {
  readonly about: SensorAbout
  readonly connectMs: number
  readonly prepareMs: number
  readonly signalMs: number
  readonly loadMs: number
  readonly cleanupMs: number
  readonly frameBytesMax: number
  readonly connectionType: SensorHealth['connectionType']
  /** The charge in percent at the start; null for a wired sensor. */
  readonly battery: number | null
  readonly temp: number
  readonly latency: number
}

/** A wireless flat panel and an intra-oral sensor on USB. */
export const profiles: Readonly<Record<BridgeSensorName, SensorProfile>> = {
  general: {
    about: {
      driver: 'simulator',
      brand: 'CareRay',
      model: 'CR1500L',
      modality: 'General',
      serial: 'SIM-1500-0001',
      firmware: '1.0',
    },
    connectMs: 900,
    prepareMs: 1400,
    signalMs: 500,
    loadMs: 1800,
    cleanupMs: 1500,
    frameBytesMax: 40_000_000,
    connectionType: 'Wifi',
    battery: 87,
    temp: 31.5,
    latency: 6,
  },
  dental: {
    about: {
      driver: 'simulator',
      brand: 'Handy',
      model: 'Hdr600',
      modality: 'Dental',
      serial: 'SIM-HDR-0001',
      firmware: '1.0',
    },
    connectMs: 500,
    prepareMs: 500,
    signalMs: 250,
    loadMs: 700,
    cleanupMs: 400,
    frameBytesMax: 12_000_000,
    connectionType: 'Usb',
    battery: null,
    temp: 27,
    latency: 1,
  },
}
