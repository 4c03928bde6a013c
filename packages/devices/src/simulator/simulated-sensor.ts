import type { BridgeSensorName, CaptureContext, SimulatorSensorFault } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, SensorFrame } from '../driver.ts'
import { createTimerGroup } from '../timing.ts'
import type { Timing } from '../timing.ts'
import { toBytes } from './simulated-frame.ts'
import type { FrameSimulator, SimulatedExposure } from './simulated-frame.ts'
import { profiles } from './profiles.ts'
import { createSimulatedHealth } from './simulated-health.ts'

/** The content of a panel's memory after radiation: enough to simulate the same pixels again. */
export interface HeldExposure {
  readonly exposureId: string
  readonly captureId: string | null
  readonly exposedAt: string
  readonly exposure: SimulatedExposure
}

/** Real panels keep a frame while bridge, server and network fail. */
export interface SensorMemory {
  readonly read: () => HeldExposure | undefined
  readonly write: (held: HeldExposure) => void
  readonly clear: () => void
}

export interface SimulatedSensorSettings {
  readonly name: BridgeSensorName
  readonly timing: Timing
  readonly simulateFrame: FrameSimulator
  readonly memory: SensorMemory
  readonly createId: () => string
  readonly random: () => number
  readonly technique: () => SimulatedExposure['technique']
  /** 1 for realistic times; 0.01 for tests of the whole process. */
  readonly slowness?: number
  /** Called when the sensor is armed. */
  readonly onArmed?: () => void
}

type Phase = 'idle' | 'preparing' | 'armed' | 'exposed' | 'cleaning'
/** These faults happen once; the others last until they are switched off. */
const onceOnly: readonly SimulatorSensorFault[] = [
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
  readonly setFault: (fault: SimulatorSensorFault, isOn: boolean) => void
  readonly faults: () => SimulatorSensorFault[]
}

export function createSimulatedSensor(settings: SimulatedSensorSettings): SimulatedSensor {
  const { name, timing, simulateFrame, memory, random, slowness = 1 } = settings
  const profile = profiles[name]
  const timers = createTimerGroup(timing)
  const links = createTimerGroup(timing)
  const faults = new Set<SimulatorSensorFault>()
  const healthSimulator = createSimulatedHealth(profile, timing, random)
  let emit: (event: SensorDriverEvent) => void = () => undefined
  let phase: Phase = 'idle'
  let isConnected = false
  let armedFor: { captureId: string; context: CaptureContext } | undefined

  const schedule = (milliseconds: number, call: () => void) =>
    timers.after(milliseconds * slowness, call)
  const consumeFault = (fault: SimulatorSensorFault): boolean => {
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
    if (consumeFault('false-trigger')) schedule(1000, () => expose(0))
  }

  function getDoseFactor(): number {
    if (consumeFault('saturated')) return 60
    return consumeFault('under-exposed') ? 0.03 : 1
  }

  function expose(dose: number) {
    phase = 'exposed'
    memory.write({
      exposureId: settings.createId(),
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
    healthSimulator.warmUp()
    emit({ type: 'radiation' })
    schedule(profile.signalMs, transfer)
  }

  function transfer() {
    emit({ type: 'loading' })
    if (consumeFault('disconnect-in-transfer')) {
      schedule(profile.loadMs / 2, () => {
        disconnect()
        links.after(4000 * slowness, connect)
      })
    } else schedule(profile.loadMs, () => void deliver().catch(fail))
  }

  /** The frame could not be simulated; the exposure stays in the memory and is requested again. */
  const fail = () => emit({ type: 'fault', fault: 'driver-error' })

  async function deliver() {
    const held = memory.read()
    if (!held) return emit({ type: 'nothing-held' })
    const simulated = await simulateFrame(held.exposure)
    if (!isConnected) return
    const bytes = toBytes(simulated.data)
    const isIncomplete = consumeFault('short-frame')
    const { data: _data, ...description } = simulated
    const { exposureId, captureId, exposedAt, exposure } = held
    const frame: SensorFrame = {
      ...description,
      exposureId,
      captureId,
      exposedAt,
      format: 'raw16',
      // Only complete rows: the missing ones are at the bottom.
      bytes: isIncomplete
        ? bytes.subarray(0, Math.floor(simulated.height * 0.6) * simulated.width * 2)
        : bytes,
      isIncomplete,
      technique: exposure.technique,
    }
    emit({ type: 'frame', frame })
    if (consumeFault('handed-over-twice')) emit({ type: 'frame', frame })
  }

  function cleanUp(milliseconds: number) {
    timers.cancelAll()
    phase = 'cleaning'
    armedFor = undefined
    schedule(milliseconds, () => {
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
    health: () => healthSimulator.now(faults, isConnected),
    prepare: (captureId, context) => {
      if (!isConnected || phase !== 'idle') return
      armedFor = { captureId, context }
      phase = 'preparing'
      schedule(profile.prepareMs, arm)
    },
    disarm: () => {
      if (phase !== 'exposed') cleanUp(profile.cleanupMs / 2)
    },
    read: () => {
      timers.cancelAll()
      if (memory.read()) return schedule(0, transfer)
      phase = 'idle'
      return emit({ type: 'nothing-held' })
    },
    release: (exposureId) => {
      // Releasing a frame that was delivered twice must not end the next exposure.
      if (memory.read()?.exposureId !== exposureId) return
      memory.clear()
      if (isConnected) cleanUp(profile.cleanupMs)
    },
    irradiate: () => {
      if (phase !== 'armed') return 'not-armed'
      if (consumeFault('time-out')) return 'not-detected'
      expose(getDoseFactor())
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
