import { exState } from '@talus/devices'
import type { BridgeFault } from '@talus/contract'
import { parseHealth } from '../sensor/sensor-state.ts'
import type { SensorState } from '../sensor/sensor-state.ts'
import type { GeneratorView } from '../generator/use-generator.ts'
import type { SensorView } from '../sensor/use-sensor.ts'

/** A tone is never shown by colour alone: each has an icon of its own and a text beside it. */
export type StatusTone = 'ready' | 'attention' | 'armed' | 'working' | 'waiting' | 'error'

export type PanelStatus =
  | { readonly label: SensorState | 'connecting' | 'inUse' | 'none' | 'silent' | 'error' | 'warn' }
  | { readonly label: 'fault'; readonly fault: BridgeFault }
  | { readonly label: 'battery'; readonly percent: number }
  | { readonly label: 'temp'; readonly degrees: number }

export type WithTone<Status> = Status & { readonly tone: StatusTone }

const sensorTones: Readonly<Record<SensorState, StatusTone>> = {
  NotAvailable: 'error',
  Ready: 'ready',
  PreparingSensor: 'armed',
  WaitingForRadiation: 'waiting',
  RadiationReceived: 'working',
  LoadingImage: 'working',
  PostAcquisitionCleanup: 'working',
}

/** Limits from which battery and temperature are shown as the reason of a health problem. */
const lowBatteryPercent = 15
const warmCelsius = 42

/** Faults that last until the user acts; a time-out is over when it is reported. */
const lastingFaults: readonly BridgeFault[] = [
  'sensor-disconnected',
  'frame-stuck',
  'over-temperature',
  'disk-full',
  'driver-error',
]

/** Returns the status that the chip of the panel shows. */
export function getPanelStatus(view: Omit<SensorView, 'isCapturing'>): WithTone<PanelStatus> {
  const { sensor, state, status, isConnecting } = view
  if (isConnecting) return { tone: 'attention', label: 'connecting' }
  if (!sensor) return { tone: 'error', label: 'none' }
  if (state === undefined) return { tone: 'error', label: 'silent' }
  const health = status ? parseHealth(status.health) : 'Ok'
  if (state !== 'Ready' || !status || health === 'Ok')
    return { tone: sensorTones[state], label: state }
  const { fault, battery, temp } = status
  const tone = health === 'Error' ? 'error' : 'attention'
  if (temp !== null && temp >= warmCelsius) return { tone, label: 'temp', degrees: temp }
  if (battery !== null && battery <= lowBatteryPercent)
    return { tone, label: 'battery', percent: battery }
  if (fault && lastingFaults.includes(fault)) return { tone, label: 'fault', fault }
  return { tone, label: health === 'Error' ? 'error' : 'warn' }
}

export type GeneratorStatus =
  | {
      readonly label: 'connecting' | 'inUse' | 'silent' | 'off' | 'ready' | 'preparing' | 'exposing'
    }
  | { readonly label: 'error'; readonly code: number }

/** Returns the status that the chip of the generator shows; a disabled generator has no chip. */
export function getGeneratorStatus(view: GeneratorView): WithTone<GeneratorStatus> {
  if (view.isConnecting) return { tone: 'attention', label: 'connecting' }
  const { ex, pw } = view.values
  if (!view.isStreamOpen || ex === undefined) return { tone: 'error', label: 'silent' }
  if (ex >= exState.firstError) return { tone: 'error', label: 'error', code: ex }
  if (pw !== 1) return { tone: 'error', label: 'off' }
  if (ex === exState.exposing) return { tone: 'working', label: 'exposing' }
  if (ex !== exState.idle) return { tone: 'armed', label: 'preparing' }
  return { tone: 'ready', label: 'ready' }
}
