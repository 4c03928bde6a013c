import { exState } from '@talus/devices'
import type { BridgeFault } from '@talus/contract'
import { healthOf } from './sensor-state.ts'
import type { SensorState } from './sensor-state.ts'
import type { GeneratorView } from './use-generator.ts'
import type { SensorView } from './use-sensor.ts'

/** Never a colour alone: each tone has an icon of its own, and words beside it. */
export type Tone = 'ready' | 'attention' | 'armed' | 'working' | 'waiting' | 'error'

export type PanelWord =
  | { readonly word: SensorState | 'connecting' | 'none' | 'silent' | 'error' | 'warn' }
  | { readonly word: 'fault'; readonly fault: BridgeFault }
  | { readonly word: 'battery'; readonly percent: number }
  | { readonly word: 'temp'; readonly degrees: number }

export type Face<Word> = Word & { readonly tone: Tone }

const toneOf: Readonly<Record<SensorState, Tone>> = {
  NotAvailable: 'error',
  Ready: 'ready',
  PreparingSensor: 'armed',
  WaitingForRadiation: 'waiting',
  RadiationReceived: 'working',
  LoadingImage: 'working',
  PostAcquisitionCleanup: 'working',
}

/** From here on a panel is worth a word about it, whatever its own level says. */
const lowBattery = 15
const warm = 42

/** Faults that last until somebody does something; a time-out is over when it is told. */
const lasting: readonly BridgeFault[] = [
  'sensor-disconnected',
  'frame-stuck',
  'over-temperature',
  'disk-full',
  'driver-error',
]

/** What the chip of the panel says. */
export function panelFace(view: Omit<SensorView, 'isCapturing'>): Face<PanelWord> {
  const { sensor, state, status, isConnecting } = view
  if (isConnecting) return { tone: 'attention', word: 'connecting' }
  if (!sensor) return { tone: 'error', word: 'none' }
  if (state === undefined) return { tone: 'error', word: 'silent' }
  const health = status ? healthOf(status.health) : 'Ok'
  if (state !== 'Ready' || !status || health === 'Ok') return { tone: toneOf[state], word: state }
  const { fault, battery, temp } = status
  const tone = health === 'Error' ? 'error' : 'attention'
  if (temp !== null && temp >= warm) return { tone, word: 'temp', degrees: temp }
  if (battery !== null && battery <= lowBattery) return { tone, word: 'battery', percent: battery }
  if (fault && lasting.includes(fault)) return { tone, word: 'fault', fault }
  return { tone, word: health === 'Error' ? 'error' : 'warn' }
}

export type GeneratorWord =
  | { readonly word: 'connecting' | 'silent' | 'off' | 'ready' | 'preparing' | 'exposing' }
  | { readonly word: 'error'; readonly code: number }

/** What the chip of the generator says; a generator that is disabled has none. */
export function generatorFace(view: GeneratorView): Face<GeneratorWord> {
  if (view.isConnecting) return { tone: 'attention', word: 'connecting' }
  const { ex, pw } = view.values
  if (!view.isStreamOpen || ex === undefined) return { tone: 'error', word: 'silent' }
  if (ex >= exState.firstError) return { tone: 'error', word: 'error', code: ex }
  if (pw !== 1) return { tone: 'error', word: 'off' }
  if (ex === exState.exposing) return { tone: 'working', word: 'exposing' }
  if (ex !== exState.idle) return { tone: 'armed', word: 'preparing' }
  return { tone: 'ready', word: 'ready' }
}
