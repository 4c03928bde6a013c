import { getCaptureId } from '@talus/devices'
import type { ExposureLimits, SensorDriver, Timing } from '@talus/devices'
import type {
  ArmRequest,
  BridgeEvent,
  BridgeSensorName,
  BridgeSensorStatus,
  CancelOutcome,
  ExposureTechnique,
} from '@talus/contract'
import type { Captures } from './disk/captures.ts'
import type { Reserve } from './disk/reserve.ts'
import type { Spool } from './disk/spool.ts'
import { createLeases } from './leases.ts'
import type { Log } from './log.ts'
import { refuse } from './refusal.ts'
import { createSensorControl } from './sensor-control.ts'

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
  /** Whether the switch of the generator is pressed: radiation follows within a second or two. */
  readonly isSwitchPressed: () => boolean
  /** Whether a server has died, by the name that it sent. */
  readonly isServerDead: (server: string) => boolean
  readonly limits?: Partial<ExposureLimits>
  readonly log: Log
}

/** Time after which a sensor whose lease has ended is disarmed, if the switch was pressed. */
const pressedRetryMs = 200

/** One sensor: its driver, its state, its lease, and the storage of its frames. */
export async function openSensorSession(settings: SensorSessionSettings) {
  const { name, driver, timing, spool, reserve, captures } = settings
  const listeners = new Set<(event: BridgeEvent) => void>()
  const leases = createLeases(timing, settings.isServerDead, disarmUnleased)
  const lastCaptureId = await captures.readLastCapture(name)
  const control = createSensorControl(settings, lastCaptureId, { publish, publishState })

  function status(): BridgeSensorStatus {
    const holder = leases.holder()
    const exposure = control.exposure()
    return {
      ...driver.health(),
      ...driver.about,
      name,
      state: exposure.state,
      captureId: exposure.state === 'NotAvailable' ? null : getCaptureId(exposure),
      lease: holder === undefined ? null : { holder },
      framesWaiting: spool.list().filter(({ sensor }) => sensor === name).length,
      fault: control.lastFault(),
      calibratedOn: driver.about.calibratedOn ?? null,
    }
  }

  function publish(event: BridgeEvent) {
    for (const listener of listeners) listener(event)
  }

  function publishState() {
    publish({ event: 'state', data: status() })
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
    control.arm(captureId, context)
    return status()
  }

  function requireReady() {
    const { state } = control.exposure()
    if (state !== 'Ready') refuse('bridge/not-ready', state)
    const { health, temp } = driver.health()
    if (health === 'Error') refuse('bridge/not-ready', temp === null ? health : `${temp} °C`)
  }

  function cancelUnlessPressed(): CancelOutcome {
    // A sensor that is disarmed now would lose the image of an animal that is being irradiated.
    const isWaiting = control.exposure().state === 'WaitingForRadiation'
    return isWaiting && settings.isSwitchPressed() ? 'pressed' : control.cancel()
  }

  function disarmUnleased() {
    const { captureId } = status()
    if (cancelUnlessPressed() !== 'pressed') return
    timing.after(pressedRetryMs, () => {
      if (status().captureId === captureId) disarmUnleased()
    })
  }

  function cancel(leaseId: string, captureId: string | undefined): CancelOutcome {
    leases.requireLease(leaseId)
    // A delayed cancel request must not cancel the next exposure.
    if (captureId !== undefined && status().captureId !== captureId) return 'idle'
    return cancelUnlessPressed()
  }

  return {
    name,
    driver,
    leases,
    state: () => control.exposure().state,
    status,
    arm,
    cancel,
    start: control.start,
    /** Reports a fault outside of the sensor, such as one of the generator. */
    fault: control.fault,
    subscribe: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publishState,
    stop: async () => {
      leases.stop()
      await control.stop()
    },
  }
}

export type SensorSession = Awaited<ReturnType<typeof openSensorSession>>
