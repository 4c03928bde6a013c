import type { BridgeSensorName, CaptureContext, SensorFaultOfSimulator } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, SensorFrame } from '../driver.ts'
import { timerGroup } from '../timing.ts'
import type { Timing } from '../timing.ts'
import { bytesOf } from './made-frame.ts'
import type { MakeFrame, SimulatedExposure } from './made-frame.ts'
import { profiles } from './profiles.ts'
import { simulatedHealth } from './simulated-health.ts'

/** What the memory of a panel holds after radiation: enough to make the same pixels again. */
export interface HeldExposure {
  readonly exposureId: string
  readonly captureId: string | null
  readonly exposedAt: string
  readonly exposure: SimulatedExposure
}

/** Real panels keep a frame through the loss of everything around them. */
export interface SensorMemory {
  readonly read: () => HeldExposure | undefined
  readonly write: (held: HeldExposure) => void
  readonly clear: () => void
}

export interface SimulatedSensorSettings {
  readonly name: BridgeSensorName
  readonly timing: Timing
  readonly makeFrame: MakeFrame
  readonly memory: SensorMemory
  readonly newId: () => string
  readonly random: () => number
  readonly technique: () => SimulatedExposure['technique']
  /** 1 as in life; 0.01 for tests of the whole process. */
  readonly slowness?: number
  /** It waits for radiation now. */
  readonly onArmed?: () => void
}

type Phase = 'idle' | 'preparing' | 'armed' | 'exposed' | 'cleaning'
/** These happen once; the others last until they are switched off. */
const onceOnly: readonly SensorFaultOfSimulator[] = [
  'disconnect-in-transfer',
  'saturated',
  'under-exposed',
  'false-trigger',
  'short-frame',
  'handed-over-twice',
]
export type IrradiateOutcome = 'exposed' | 'not-armed' | 'not-detected'

export interface SimulatedSensor extends SensorDriver {
  /** Only a simulated sensor can be irradiated by software. */
  readonly irradiate: () => IrradiateOutcome
  readonly setFault: (fault: SensorFaultOfSimulator, isOn: boolean) => void
  readonly faults: () => SensorFaultOfSimulator[]
}

export function simulatedSensor(settings: SimulatedSensorSettings): SimulatedSensor {
  const { name, timing, makeFrame, memory, random, slowness = 1 } = settings
  const profile = profiles[name]
  const timers = timerGroup(timing)
  const links = timerGroup(timing)
  const faults = new Set<SensorFaultOfSimulator>()
  const healthOf = simulatedHealth(profile, timing, random)
  let emit: (event: SensorDriverEvent) => void = () => undefined
  let phase: Phase = 'idle'
  let isConnected = false
  let armedFor: { captureId: string; context: CaptureContext } | undefined

  const later = (milliseconds: number, call: () => void) =>
    timers.after(milliseconds * slowness, call)
  const takes = (fault: SensorFaultOfSimulator): boolean => {
    if (!faults.has(fault)) return false
    if (onceOnly.includes(fault)) faults.delete(fault)
    return true
  }

  function connect() {
    if (faults.has('disconnected') || isConnected) return
    isConnected = true
    const holdsFrame = memory.read() !== undefined
    phase = holdsFrame ? 'exposed' : 'idle'
    emit({ type: 'connected', holdsFrame })
  }

  function disconnect() {
    if (!isConnected) return
    isConnected = false
    timers.cancelAll()
    phase = 'idle'
    emit({ type: 'disconnected' })
  }

  function arm() {
    phase = 'armed'
    emit({ type: 'prepared' })
    settings.onArmed?.()
    if (takes('false-trigger')) later(1000, () => expose(0))
  }

  function doseFactor(): number {
    if (takes('saturated')) return 60
    return takes('under-exposed') ? 0.03 : 1
  }

  function expose(dose: number) {
    phase = 'exposed'
    memory.write({
      exposureId: settings.newId(),
      captureId: armedFor?.captureId ?? null,
      exposedAt: new Date(timing.now()).toISOString(),
      exposure: {
        sensor: name,
        seed: Math.floor(random() * 2 ** 31),
        technique: settings.technique(),
        doseFactor: dose,
        context: armedFor?.context ?? null,
      },
    })
    healthOf.warmUp()
    emit({ type: 'radiation' })
    later(profile.signalMs, transfer)
  }

  function transfer() {
    emit({ type: 'loading' })
    if (takes('disconnect-in-transfer')) {
      later(profile.loadMs / 2, () => {
        disconnect()
        links.after(4000 * slowness, connect)
      })
    } else later(profile.loadMs, () => void handOver().catch(fail))
  }

  /** The picture could not be made; the exposure stays in the memory and is asked for again. */
  const fail = () => emit({ type: 'fault', fault: 'driver-error' })

  async function handOver() {
    const held = memory.read()
    if (!held) return emit({ type: 'nothing-held' })
    const made = await makeFrame(held.exposure)
    if (!isConnected) return
    const bytes = bytesOf(made.data)
    const isIncomplete = takes('short-frame')
    const { data: _data, ...description } = made
    const { exposureId, captureId, exposedAt, exposure } = held
    const frame: SensorFrame = {
      ...description,
      exposureId,
      captureId,
      exposedAt,
      format: 'raw16',
      // Whole rows: what is missing is missing below.
      bytes: isIncomplete
        ? bytes.subarray(0, Math.floor(made.height * 0.6) * made.width * 2)
        : bytes,
      isIncomplete,
      technique: exposure.technique,
    }
    emit({ type: 'frame', frame })
    if (takes('handed-over-twice')) emit({ type: 'frame', frame })
  }

  function cleanUp(milliseconds: number) {
    timers.cancelAll()
    phase = 'cleaning'
    armedFor = undefined
    later(milliseconds, () => {
      phase = 'idle'
      emit({ type: 'cleaned' })
    })
  }

  return {
    about: profile.about,
    frameBytesMax: profile.frameBytesMax,
    start: (listener) => {
      emit = listener
      links.after(profile.connectMs * slowness, connect)
    },
    stop: () => {
      timers.cancelAll()
      links.cancelAll()
      isConnected = false
    },
    health: () => healthOf.now(faults, isConnected),
    prepare: (captureId, context) => {
      if (!isConnected || phase !== 'idle') return
      armedFor = { captureId, context }
      phase = 'preparing'
      later(profile.prepareMs, arm)
    },
    disarm: () => {
      if (phase !== 'exposed') cleanUp(profile.cleanupMs / 2)
    },
    read: () => {
      timers.cancelAll()
      if (memory.read()) return later(0, transfer)
      phase = 'idle'
      return emit({ type: 'nothing-held' })
    },
    release: (exposureId) => {
      // A frame that was handed over twice must not end the exposure that came after it.
      if (memory.read()?.exposureId !== exposureId) return
      memory.clear()
      if (isConnected) cleanUp(profile.cleanupMs)
    },
    irradiate: () => {
      if (phase !== 'armed') return 'not-armed'
      if (takes('time-out')) return 'not-detected'
      expose(doseFactor())
      return 'exposed'
    },
    setFault: (fault, isOn) => {
      if (isOn) faults.add(fault)
      else faults.delete(fault)
      if (fault === 'disconnected' && isOn) disconnect()
      else if (fault === 'disconnected') connect()
      else if (fault === 'over-temperature' && isOn)
        emit({ type: 'fault', fault: 'over-temperature' })
      emit({ type: 'health' })
    },
    faults: () => [...faults],
  }
}
