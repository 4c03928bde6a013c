import { getCaptureId, getTimeLimit, transition, defaultExposureLimits } from '@talus/devices'
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
import { getErrorCode } from '@talus/node-kit/error-code'
import { createFrameId } from './disk/spool.ts'
import type { Spool } from './disk/spool.ts'
import { createLeases } from './leases.ts'
import type { Log } from './log.ts'
import { refuse } from './refusal.ts'

export interface SensorSessionSettings {
  readonly name: BridgeSensorName
  readonly driver: SensorDriver
  readonly timing: Timing
  readonly spool: Spool
  readonly reserve: Reserve
  readonly captures: Captures
  readonly technique: () => ExposureTechnique | null
  /** The name of the generator that reports the technique. */
  readonly generator: string
  /** Whether a server has died, by the name that it sent. */
  readonly isServerDead: (server: string) => boolean
  readonly limits?: Partial<ExposureLimits>
  readonly log: Log
}

const retryMs = 2000

/**
 * The step that a time limit applies to: repeated cancel requests in the same step must not restart
 * the timer.
 */
const getStep = (exposure: Exposure): string =>
  exposure.state === 'LoadingImage'
    ? `${exposure.state} ${exposure.reads} ${exposure.hasFrame}`
    : exposure.state

/** One sensor: its driver, its state, its lease, and the storage of its frames. */
export async function openSensorSession(settings: SensorSessionSettings) {
  const { name, driver, timing, spool, reserve, captures, log } = settings
  const limits = { ...defaultExposureLimits, ...settings.limits, ...driver.limits }
  const listeners = new Set<(event: BridgeEvent) => void>()
  const leases = createLeases(
    timing,
    settings.isServerDead,
    () => void dispatch({ type: 'cancel' }),
  )
  let exposure: Exposure = {
    state: 'NotAvailable',
    captureId: await captures.readLastCapture(name),
    isFrameOwed: false,
  }
  let lastFault: BridgeFault | null = null
  let techniqueAtRadiation: ExposureTechnique | null = null
  let cancelTimer: () => void = () => undefined
  let storing: Promise<void> = Promise.resolve()

  const status = (): BridgeSensorStatus => {
    const holder = leases.holder()
    return {
      ...driver.health(),
      ...driver.about,
      name,
      state: exposure.state,
      captureId: exposure.state === 'NotAvailable' ? null : getCaptureId(exposure),
      lease: holder === undefined ? null : { holder },
      framesWaiting: spool.list().filter(({ sensor }) => sensor === name).length,
      fault: lastFault,
    }
  }
  const publish = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event)
  }
  const publishState = () => publish({ event: 'state', data: status() })

  function dispatch(event: ExposureEvent, frame?: SensorFrame): readonly Effect[] {
    const before = exposure
    const { exposure: after, effects } = transition(before, event)
    exposure = after
    if (after.state !== before.state) log('state', { sensor: name, state: after.state })
    if (after.state === 'Ready' && before.state !== 'Ready') endCapture()
    if (getStep(after) !== getStep(before)) {
      cancelTimer()
      const limit = getTimeLimit(after, limits)
      cancelTimer =
        limit === undefined
          ? () => undefined
          : timing.after(limit, () => void dispatch({ type: 'overdue' }))
    }
    for (const effect of effects) performEffect(effect, frame)
    if (after !== before) publishState()
    return effects
  }

  function endCapture() {
    captures
      .end(name)
      .catch((error: unknown) => log('capture-not-ended', { reason: String(error) }))
  }

  function performEffect(effect: Effect, frame: SensorFrame | undefined) {
    switch (effect.do) {
      case 'disarm':
        return callDriver(() => driver.disarm())
      case 'read':
        return callDriver(() => driver.read())
      case 'report':
        return report(effect.fault, effect.captureId)
      case 'keep':
        if (frame) storing = storing.then(() => storeFrame(frame, effect.captureId, effect.isLate))
        return undefined
      // `arm` prepares the sensor itself; `arm` and `cancel` read their result from the effects.
      case 'prepare':
      case 'refuse-arm':
      case 'answer-cancel':
        return undefined
      default:
        return effect satisfies never
    }
  }

  /** An exception in a vendor's code must not lose the frames of the other sensor. */
  function callDriver(call: () => void) {
    try {
      call()
    } catch (error) {
      log('driver-error', { sensor: name, reason: String(error) })
      report('driver-error', getCaptureId(exposure))
    }
  }

  function report(fault: BridgeFault, captureId: string | null) {
    lastFault = fault
    log('fault', { sensor: name, fault, captureId })
    publish({ event: 'fault', data: { fault, captureId } })
  }

  /**
   * Stores the frame on disk, then releases it in the sensor, then notifies the server: so a frame
   * is offered once.
   */
  async function storeFrame(frame: SensorFrame, owner: string | null, isLate: boolean) {
    const { exposureId, bytes, ...description } = frame
    const captureId = frame.captureId ?? owner
    for (;;) {
      try {
        const { info, isNew } = await spool.store(
          {
            ...description,
            id: createFrameId(name, exposureId),
            sensor: name,
            captureId,
            context: await captures.readContext(captureId),
            technique: frame.technique ?? techniqueAtRadiation,
            generator: techniqueAtRadiation && settings.generator,
            isRecovered: isLate,
            source: driver.about.driver,
          },
          bytes,
        )
        dispatch({ type: 'kept' })
        callDriver(() => driver.release(exposureId))
        if (frame.isIncomplete) report('frame-incomplete', captureId)
        if (isNew && info) {
          log('frame-kept', { sensor: name, id: info.id, sha256: info.sha256 })
          publish({ event: 'frame', data: info })
        }
        return
      } catch (error) {
        await waitAfterFailure(error, captureId)
      }
    }
  }

  /**
   * Waits before the next attempt; the frame stays in memory and in the sensor until it is on the
   * disk.
   */
  async function waitAfterFailure(error: unknown, captureId: string | null) {
    const code = getErrorCode(error)
    log('frame-not-kept', { sensor: name, code, reason: String(error) })
    await reserve.release().catch(() => undefined)
    report(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'driver-error', captureId)
    await new Promise<void>((resolve) => void timing.after(retryMs, resolve))
  }

  function onDriverEvent(event: SensorDriverEvent) {
    if (event.type === 'health') return publishState()
    if (event.type === 'radiation') techniqueAtRadiation = settings.technique()
    if (event.type === 'connected') lastFault = null
    return void dispatch(event, event.type === 'frame' ? event.frame : undefined)
  }

  async function arm({ leaseId, captureId, context }: ArmRequest): Promise<BridgeSensorStatus> {
    leases.requireLease(leaseId)
    // The server repeats a request whose response was lost: the patient must not be irradiated
    // twice for one image.
    if (status().captureId === captureId || spool.hasCapture(captureId)) return status()
    requireReady()
    if (!(await reserve.hasSpaceFor(driver.frameBytesMax))) refuse('bridge/disk-full')
    await captures.remember(name, captureId, context)
    leases.requireLease(leaseId)
    requireReady()
    lastFault = null
    techniqueAtRadiation = null
    dispatch({ type: 'arm', captureId })
    callDriver(() => driver.prepare(captureId, context))
    return status()
  }

  function requireReady() {
    if (exposure.state !== 'Ready') refuse('bridge/not-ready', exposure.state)
    const { health, temp } = driver.health()
    if (health === 'Error') refuse('bridge/not-ready', temp === null ? health : `${temp} °C`)
  }

  function cancel(leaseId: string, captureId: string | undefined): CancelOutcome {
    leases.requireLease(leaseId)
    // A delayed cancel request must not cancel the next exposure.
    if (captureId !== undefined && status().captureId !== captureId) return 'idle'
    const result = dispatch({ type: 'cancel' }).find((effect) => effect.do === 'answer-cancel')
    return result?.outcome ?? 'idle'
  }

  return {
    name,
    driver,
    leases,
    status,
    arm,
    cancel,
    start: () => driver.start(onDriverEvent),
    /** Reports a fault outside of the sensor, such as one of the generator. */
    fault: (fault: BridgeFault) => void dispatch({ type: 'fault', fault }),
    subscribe: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publishState,
    stop: async () => {
      cancelTimer()
      leases.stop()
      driver.stop()
      await Promise.race([storing, new Promise((resolve) => timing.after(3000, () => resolve(0)))])
    },
  }
}

export type SensorSession = Awaited<ReturnType<typeof openSensorSession>>
