import { Refusal } from '@talus/contract'
import type { BridgeEvent, BridgeFault, BridgeSensorStatus, FrameInfo } from '@talus/contract'
import type { AttachedSensor, SensorWatch } from '../../devices/index.ts'
import { createUnavailable } from './sensor-refusals.ts'

/** The status is polled as well, because a broken connection may lose events. */
const pollMs = 1000
/** How long the sensor may report another capture, or nothing, before this one is given up. */
const graceMs = { armed: 7000, irradiated: 25_000 }

/** Faults with which the frame is available or still arrives. */
const harmlessFaults: readonly BridgeFault[] = [
  'frame-incomplete',
  'cleanup-timeout',
  'low-battery',
]

export function toRefusal(fault: BridgeFault): Refusal {
  if (fault === 'radiation-timeout') return new Refusal('device/time-out')
  if (fault === 'prepare-timeout') return new Refusal('device/prepare-time-out')
  if (fault === 'generator-error') return new Refusal('device/generator-error')
  return new Refusal('device/faulty', { values: { fault } })
}

const isIrradiated = ({ state }: BridgeSensorStatus) =>
  state === 'RadiationReceived' || state === 'LoadingImage'

export interface ExposureWait {
  /** The frame; rejects with the refusal that the user gets. */
  readonly frame: Promise<FrameInfo>
  /** True once the patient has been irradiated: from then on the image is created in any case. */
  readonly isIrradiated: () => boolean
  readonly giveUp: (reason: Refusal) => void
}

/**
 * Waits for the frame or a fault of an armed sensor: by its events and, as a fallback, by polling.
 */
export function waitForExposure(
  { bridge, name, sensor }: AttachedSensor,
  watch: SensorWatch,
  captureId: string,
): ExposureWait {
  const { promise, resolve, reject } = Promise.withResolvers<FrameInfo>()
  let irradiated = false
  let lastSeen = Date.now()
  let disconnected: BridgeFault | undefined

  const end = () => {
    clearInterval(polling)
    unsubscribe()
  }
  const succeed = (frame: FrameInfo) => {
    end()
    resolve(frame)
  }
  const giveUp = (reason: Refusal) => {
    end()
    reject(reason)
  }
  const findFrame = (frames: readonly FrameInfo[]) =>
    frames.find((frame) => frame.captureId === captureId)

  function onFault(fault: BridgeFault) {
    if (harmlessFaults.includes(fault)) return
    // The sensor holds the frame and usually reconnects; the bridge then reads it.
    if (fault === 'sensor-disconnected' && irradiated) disconnected = fault
    else giveUp(toRefusal(fault))
  }

  function onState(status: BridgeSensorStatus) {
    if (status.captureId !== captureId) return
    lastSeen = Date.now()
    if (isIrradiated(status)) irradiated = true
  }

  function onEvent({ event, data }: BridgeEvent) {
    if (event === 'state') onState(data)
    else if (event === 'fault' && data.captureId === captureId) onFault(data.fault)
    else if (event === 'frame' && data.captureId === captureId) succeed(data)
  }

  /** The bridge was restarted, or disarmed the sensor because the lease expired. */
  function failAsLost(fault: BridgeFault | undefined) {
    giveUp(fault ? toRefusal(fault) : createUnavailable(sensor))
  }

  async function poll() {
    const isOverdue = () =>
      Date.now() - lastSeen > (irradiated ? graceMs.irradiated : graceMs.armed)
    try {
      const { status } = await bridge.status(name)
      onState(status)
      const frame = findFrame(await bridge.frames())
      if (frame) succeed(frame)
      else if (isOverdue()) failAsLost(status.fault ?? disconnected)
    } catch {
      if (isOverdue()) failAsLost(disconnected)
    }
  }

  const unsubscribe = watch.subscribe(onEvent)
  const polling = setInterval(() => void poll(), pollMs).unref()
  // The caller handles the rejection; without a caller it must not count as unhandled.
  promise.catch(() => undefined)
  return { frame: promise, isIrradiated: () => irradiated, giveUp }
}
