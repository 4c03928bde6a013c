import { captureOf, limitOf, next, usualLimits } from '@talus/devices'
import type {
  Effect,
  Exposure,
  ExposureEvent,
  ExposureLimits,
  SensorDriver,
  SensorDriverEvent,
  SensorFrame,
  Timing,
} from '@talus/devices'
import type {
  ArmRequest,
  BridgeEvent,
  BridgeFault,
  BridgeSensorName,
  BridgeSensorStatus,
  CancelOutcome,
  ExposureTechnique,
} from '@talus/contract'
import type { Captures } from './disk/captures.ts'
import type { Reserve } from './disk/reserve.ts'
import { errorCode } from './disk/error-code.ts'
import { frameIdOf } from './disk/spool.ts'
import type { Spool } from './disk/spool.ts'
import { leaseBook } from './leases.ts'
import type { Log } from './log.ts'
import { refuse } from './refusal.ts'

export interface SessionSettings {
  readonly name: BridgeSensorName
  readonly driver: SensorDriver
  readonly timing: Timing
  readonly spool: Spool
  readonly reserve: Reserve
  readonly captures: Captures
  readonly technique: () => ExposureTechnique | null
  /** The name of the generator that says so. */
  readonly generator: string
  /** Whether a server has died. */
  readonly isGone: (server: string) => boolean
  readonly limits?: Partial<ExposureLimits>
  readonly log: Log
}

const keepAgainMs = 2000

/** What a limit is for. Whoever cancels again and again must not put it off. */
const stepOf = (exposure: Exposure): string =>
  exposure.state === 'LoadingImage'
    ? `${exposure.state} ${exposure.reads} ${exposure.hasFrame}`
    : exposure.state

/** One sensor: its driver, its state, who has it, and the way of its frames to the disk. */
export async function sensorSession(settings: SessionSettings) {
  const { name, driver, timing, spool, reserve, captures, log } = settings
  const limits = { ...usualLimits, ...settings.limits, ...driver.limits }
  const listeners = new Set<(event: BridgeEvent) => void>()
  const leases = leaseBook(timing, settings.isGone, () => void dispatch({ type: 'cancel' }))
  let exposure: Exposure = {
    state: 'NotAvailable',
    captureId: await captures.lastOf(name),
    isFrameOwed: false,
  }
  let lastFault: BridgeFault | null = null
  let techniqueAtRadiation: ExposureTechnique | null = null
  let cancelTimer: () => void = () => undefined
  let keeping: Promise<void> = Promise.resolve()

  const status = (): BridgeSensorStatus => {
    const holder = leases.holder()
    return {
      ...driver.health(),
      ...driver.about,
      name,
      state: exposure.state,
      captureId: exposure.state === 'NotAvailable' ? null : captureOf(exposure),
      lease: holder === undefined ? null : { holder },
      framesWaiting: spool.list().filter(({ sensor }) => sensor === name).length,
      fault: lastFault,
    }
  }
  const tell = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event)
  }
  const tellState = () => tell({ event: 'state', data: status() })

  function dispatch(event: ExposureEvent, frame?: SensorFrame): readonly Effect[] {
    const before = exposure
    const { exposure: after, effects } = next(before, event)
    exposure = after
    if (after.state !== before.state) log('state', { sensor: name, state: after.state })
    if (after.state === 'Ready' && before.state !== 'Ready') endCapture()
    if (stepOf(after) !== stepOf(before)) {
      cancelTimer()
      const limit = limitOf(after, limits)
      cancelTimer =
        limit === undefined
          ? () => undefined
          : timing.after(limit, () => void dispatch({ type: 'overdue' }))
    }
    for (const effect of effects) carryOut(effect, frame)
    if (after !== before) tellState()
    return effects
  }

  function endCapture() {
    captures
      .end(name)
      .catch((error: unknown) => log('capture-not-ended', { reason: String(error) }))
  }

  function carryOut(effect: Effect, frame: SensorFrame | undefined) {
    switch (effect.do) {
      case 'disarm':
        return ask(() => driver.disarm())
      case 'read':
        return ask(() => driver.read())
      case 'report':
        return report(effect.fault, effect.captureId)
      case 'keep':
        if (frame) keeping = keeping.then(() => keep(frame, effect.captureId, effect.isLate))
        return undefined
      // `arm` prepares by itself, and `arm` and `cancel` read their answer from the effects.
      case 'prepare':
      case 'refuse-arm':
      case 'answer-cancel':
        return undefined
      default:
        return effect satisfies never
    }
  }

  /** A vendor's code that throws must not take the frames of the other sensor with it. */
  function ask(call: () => void) {
    try {
      call()
    } catch (error) {
      log('driver-error', { sensor: name, reason: String(error) })
      report('driver-error', captureOf(exposure))
    }
  }

  function report(fault: BridgeFault, captureId: string | null) {
    lastFault = fault
    log('fault', { sensor: name, fault, captureId })
    tell({ event: 'fault', data: { fault, captureId } })
  }

  /** Disk first, then the sensor may forget, then the server may know: so a frame is offered once. */
  async function keep(frame: SensorFrame, owner: string | null, isLate: boolean) {
    const { exposureId, bytes, ...described } = frame
    const captureId = frame.captureId ?? owner
    for (;;) {
      try {
        const { info, isNew } = await spool.keep(
          {
            ...described,
            id: frameIdOf(name, exposureId),
            sensor: name,
            captureId,
            context: await captures.contextOf(captureId),
            technique: frame.technique ?? techniqueAtRadiation,
            generator: techniqueAtRadiation && settings.generator,
            isRecovered: isLate,
            source: driver.about.driver,
          },
          bytes,
        )
        dispatch({ type: 'kept' })
        ask(() => driver.release(exposureId))
        if (frame.isIncomplete) report('frame-incomplete', captureId)
        if (isNew && info) {
          log('frame-kept', { sensor: name, id: info.id, sha256: info.sha256 })
          tell({ event: 'frame', data: info })
        }
        return
      } catch (error) {
        await whenNotKept(error, captureId)
      }
    }
  }

  /** The frame stays in memory and in the sensor until the disk takes it. */
  async function whenNotKept(error: unknown, captureId: string | null) {
    const code = errorCode(error)
    log('frame-not-kept', { sensor: name, code, reason: String(error) })
    await reserve.giveBack().catch(() => undefined)
    report(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'driver-error', captureId)
    await new Promise<void>((resolve) => void timing.after(keepAgainMs, resolve))
  }

  function hear(event: SensorDriverEvent) {
    if (event.type === 'health') return tellState()
    if (event.type === 'radiation') techniqueAtRadiation = settings.technique()
    if (event.type === 'connected') lastFault = null
    return void dispatch(event, event.type === 'frame' ? event.frame : undefined)
  }

  async function arm({ leaseId, captureId, context }: ArmRequest): Promise<BridgeSensorStatus> {
    leases.mustHold(leaseId)
    // Asked again after a lost answer: an animal is not irradiated twice for one image.
    if (status().captureId === captureId || spool.hasTaken(captureId)) return status()
    mustBeReady()
    if (!(await reserve.hasRoomFor(driver.frameBytesMax))) refuse('bridge/disk-full')
    await captures.remember(name, captureId, context)
    leases.mustHold(leaseId)
    mustBeReady()
    lastFault = null
    techniqueAtRadiation = null
    dispatch({ type: 'arm', captureId })
    ask(() => driver.prepare(captureId, context))
    return status()
  }

  function mustBeReady() {
    if (exposure.state !== 'Ready') refuse('bridge/not-ready', exposure.state)
    const { health, temp } = driver.health()
    if (health === 'Error') refuse('bridge/not-ready', temp === null ? health : `${temp} °C`)
  }

  function cancel(leaseId: string, captureId: string | undefined): CancelOutcome {
    leases.mustHold(leaseId)
    // A cancel that was late on its way must not hit the exposure that came after.
    if (captureId !== undefined && status().captureId !== captureId) return 'idle'
    const answer = dispatch({ type: 'cancel' }).find((effect) => effect.do === 'answer-cancel')
    return answer?.outcome ?? 'idle'
  }

  return {
    name,
    driver,
    leases,
    status,
    arm,
    cancel,
    start: () => driver.start(hear),
    /** Something beside the sensor went wrong: the generator. */
    fault: (fault: BridgeFault) => void dispatch({ type: 'fault', fault }),
    subscribe: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tellState,
    stop: async () => {
      cancelTimer()
      leases.stop()
      driver.stop()
      await Promise.race([keeping, new Promise((resolve) => timing.after(3000, () => resolve(0)))])
    },
  }
}

export type SensorSession = Awaited<ReturnType<typeof sensorSession>>
