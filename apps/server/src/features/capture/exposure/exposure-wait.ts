import { Refusal } from '@talus/contract'
import type { BridgeEvent, BridgeFault, BridgeSensorStatus, FrameInfo } from '@talus/contract'
import type { SensorPlace, SensorWatch } from '../../devices/index.ts'

/** Beside the events, which a broken line may swallow. */
const pollMs = 1000
/** How long a sensor may seem to know nothing of a capture before it is given up. */
const graceMs = { armed: 7000, irradiated: 25_000 }

/** With these the frame is at hand, or on its way all the same. */
const passing: readonly BridgeFault[] = ['frame-incomplete', 'cleanup-timeout', 'low-battery']

export function refusalOf(fault: BridgeFault): Refusal {
  if (fault === 'radiation-timeout' || fault === 'prepare-timeout')
    return new Refusal('device/time-out')
  return new Refusal('device/faulty', { values: { fault } })
}

const isIrradiated = ({ state }: BridgeSensorStatus) =>
  state === 'RadiationReceived' || state === 'LoadingImage'

export interface ExposureWait {
  /** The frame; fails with the refusal that the person is told. */
  readonly frame: Promise<FrameInfo>
  /** From now on the animal has been irradiated, and the image is taken whoever waits. */
  readonly isIrradiated: () => boolean
  readonly giveUp: (reason: Refusal) => void
}

/** Waits for what becomes of an armed sensor, by its events and, where they fail, by asking. */
export function waitForExposure(
  { bridge, name, sensor }: SensorPlace,
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
  const frameOf = (frames: readonly FrameInfo[]) =>
    frames.find((frame) => frame.captureId === captureId)

  function hearFault(fault: BridgeFault) {
    if (passing.includes(fault)) return
    // The frame is in the sensor, which mostly comes back and is asked for it.
    if (fault === 'sensor-disconnected' && irradiated) disconnected = fault
    else giveUp(refusalOf(fault))
  }

  function hearState(status: BridgeSensorStatus) {
    if (status.captureId !== captureId) return
    lastSeen = Date.now()
    if (isIrradiated(status)) irradiated = true
  }

  function hear({ event, data }: BridgeEvent) {
    if (event === 'state') hearState(data)
    else if (event === 'fault' && data.captureId === captureId) hearFault(data.fault)
    else if (event === 'frame' && data.captureId === captureId) succeed(data)
  }

  /** The bridge was started anew, or has not heard of us for so long that it disarmed the sensor. */
  function forgotten(fault: BridgeFault | undefined) {
    const { brand, model } = sensor
    const unavailable = new Refusal('device/sensor-unavailable', { values: { brand, model } })
    giveUp(fault ? refusalOf(fault) : unavailable)
  }

  async function poll() {
    const isOverdue = () =>
      Date.now() - lastSeen > (irradiated ? graceMs.irradiated : graceMs.armed)
    try {
      const { status } = await bridge.status(name)
      hearState(status)
      const frame = frameOf(await bridge.frames())
      if (frame) succeed(frame)
      else if (isOverdue()) forgotten(status.fault ?? disconnected)
    } catch {
      if (isOverdue()) forgotten(disconnected)
    }
  }

  const unsubscribe = watch.subscribe(hear)
  const polling = setInterval(() => void poll(), pollMs).unref()
  // Whoever waits hears it; where nobody does any more it is no fault.
  promise.catch(() => undefined)
  return { frame: promise, isIrradiated: () => irradiated, giveUp }
}
