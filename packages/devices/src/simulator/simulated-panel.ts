import type { BridgeSensorName, CaptureContext } from '@talus/contract'
import type { SensorDriverEvent, SensorFrame } from '../driver.ts'
import { createTimerGroup } from '../timing.ts'
import type { Timing } from '../timing.ts'
import { profiles } from './profiles.ts'
import type { SensorFaults } from './sensor-faults.ts'
import { toBytes } from './simulated-frame.ts'
import type { FrameSimulator, SimulatedExposure } from './simulated-frame.ts'

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
  readonly onArmed?: (context: CaptureContext | undefined) => void
}

type Phase = 'idle' | 'preparing' | 'armed' | 'exposed' | 'cleaning'

interface Capture {
  readonly captureId: string
  readonly context: CaptureContext
}

interface PanelDeps {
  readonly faults: SensorFaults
  readonly emit: (event: SensorDriverEvent) => void
  readonly onExposed: () => void
}

/** The flat panel: its phases from arming to the transfer of the frame, and its memory. */
export function createSimulatedPanel(
  settings: SimulatedSensorSettings,
  { faults, emit, onExposed }: PanelDeps,
) {
  const { timing, simulateFrame, memory, slowness = 1 } = settings
  const profile = profiles[settings.name]
  const timers = createTimerGroup(timing)
  const links = createTimerGroup(timing)
  let phase: Phase = 'idle'
  let isConnected = false
  let armedFor: Capture | undefined

  const schedule = (milliseconds: number, call: () => void) =>
    timers.after(milliseconds * slowness, call)

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

  function prepare(capture: Capture) {
    if (!isConnected || phase !== 'idle') return
    armedFor = capture
    phase = 'preparing'
    schedule(profile.prepareMs, arm)
  }

  function arm() {
    phase = 'armed'
    emit({ type: 'prepared' })
    settings.onArmed?.(armedFor?.context)
    if (faults.consume('false-trigger')) schedule(1000, () => expose(0))
  }

  function expose(doseFactor: number) {
    phase = 'exposed'
    memory.write(createHeldExposure(settings, armedFor, doseFactor))
    onExposed()
    emit({ type: 'radiation' })
    schedule(profile.signalMs, transfer)
  }

  function transfer() {
    emit({ type: 'loading' })
    if (faults.consume('disconnect-in-transfer')) {
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
    const frame = createSensorFrame(held, simulated, faults.consume('short-frame'))
    emit({ type: 'frame', frame })
    if (faults.consume('handed-over-twice')) emit({ type: 'frame', frame })
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

  /** Transfers the frame in the memory once more. */
  function read() {
    timers.cancelAll()
    if (memory.read()) return schedule(0, transfer)
    phase = 'idle'
    return emit({ type: 'nothing-held' })
  }

  return {
    phase: () => phase,
    isConnected: () => isConnected,
    start: () => links.after(profile.connectMs * slowness, connect),
    stop: () => {
      timers.cancelAll()
      links.cancelAll()
      isConnected = false
    },
    connect,
    disconnect,
    prepare,
    expose,
    read,
    cleanUp,
  }
}

const createHeldExposure = (
  { name, timing, createId, random, technique }: SimulatedSensorSettings,
  capture: Capture | undefined,
  doseFactor: number,
): HeldExposure => ({
  exposureId: createId(),
  captureId: capture?.captureId ?? null,
  exposedAt: new Date(timing.now()).toISOString(),
  exposure: {
    sensor: name,
    seed: Math.floor(random() * 2 ** 31),
    technique: technique(),
    doseFactor,
    context: capture?.context ?? null,
  },
})

function createSensorFrame(
  { exposureId, captureId, exposedAt, exposure }: HeldExposure,
  { data, ...description }: Awaited<ReturnType<FrameSimulator>>,
  isIncomplete: boolean,
): SensorFrame {
  const bytes = toBytes(data)
  const { width, height } = description
  return {
    ...description,
    exposureId,
    captureId,
    exposedAt,
    format: 'raw16',
    // Only complete rows: the missing ones are at the bottom.
    bytes: isIncomplete ? bytes.subarray(0, Math.floor(height * 0.6) * width * 2) : bytes,
    isIncomplete,
    technique: exposure.technique,
  }
}
