import type {
  BridgeEvent,
  BridgeFault,
  CancelOutcome,
  CaptureContext,
  ExposureTechnique,
} from '@talus/contract'
import { defaultExposureLimits, getCaptureId } from '@talus/devices'
import type { Effect, SensorDriverEvent, SensorFrame } from '@talus/devices'
import { createExposureMachine } from './exposure-machine.ts'
import { createFrameStorage } from './frame-storage.ts'
import type { KeptFrame } from './frame-storage.ts'
import type { SensorSessionSettings } from './sensor-session.ts'

interface ControlHooks {
  readonly publish: (event: BridgeEvent) => void
  readonly publishState: () => void
}

/** Connects a driver to the state of its exposure and stores the frames that it delivers. */
export function createSensorControl(
  settings: SensorSessionSettings,
  lastCaptureId: string | null,
  { publish, publishState }: ControlHooks,
) {
  const { name, driver, timing, captures, log } = settings
  let lastFault: BridgeFault | null = null
  let techniqueAtRadiation: ExposureTechnique | null = null

  const machine = createExposureMachine<SensorFrame>(
    { state: 'NotAvailable', captureId: lastCaptureId, isFrameOwed: false },
    { timing, limits: { ...defaultExposureLimits, ...settings.limits, ...driver.limits } },
    {
      onState: (state) => {
        log('state', { sensor: name, state })
        if (state !== 'Ready') return
        captures
          .end(name)
          .catch((error: unknown) => log('capture-not-ended', { reason: String(error) }))
      },
      perform: performEffect,
      onChange: publishState,
    },
  )
  const frames = createFrameStorage(settings, {
    technique: () => techniqueAtRadiation,
    onKept: onFrameKept,
    onFault: report,
  })

  function performEffect(effect: Effect, frame: SensorFrame | undefined) {
    switch (effect.do) {
      case 'disarm':
        return callDriver(() => driver.disarm())
      case 'read':
        return callDriver(() => driver.read())
      case 'report':
        return report(effect.fault, effect.captureId)
      case 'keep':
        return frame && frames.store(frame, effect.captureId, effect.isLate)
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
      report('driver-error', getCaptureId(machine.now()))
    }
  }

  function report(fault: BridgeFault, captureId: string | null) {
    lastFault = fault
    log('fault', { sensor: name, fault, captureId })
    publish({ event: 'fault', data: { fault, captureId } })
  }

  /**
   * Releases the frame in the sensor when it is on the disk, then notifies the server: so a frame
   * is offered once.
   */
  function onFrameKept({ frame, captureId, newInfo }: KeptFrame) {
    machine.dispatch({ type: 'kept' })
    callDriver(() => driver.release(frame.exposureId))
    if (frame.isIncomplete) report('frame-incomplete', captureId)
    if (!newInfo) return
    log('frame-kept', { sensor: name, id: newInfo.id, sha256: newInfo.sha256 })
    publish({ event: 'frame', data: newInfo })
  }

  function onDriverEvent(event: SensorDriverEvent) {
    if (event.type === 'health') return publishState()
    if (event.type === 'radiation') techniqueAtRadiation = settings.technique()
    if (event.type === 'connected') lastFault = null
    return void machine.dispatch(event, event.type === 'frame' ? event.frame : undefined)
  }

  function arm(captureId: string, context: CaptureContext) {
    lastFault = null
    techniqueAtRadiation = null
    machine.dispatch({ type: 'arm', captureId })
    callDriver(() => driver.prepare(captureId, context))
  }

  function cancel(): CancelOutcome {
    const result = machine
      .dispatch({ type: 'cancel' })
      .find((effect) => effect.do === 'answer-cancel')
    return result?.outcome ?? 'idle'
  }

  return {
    exposure: machine.now,
    lastFault: () => lastFault,
    arm,
    cancel,
    fault: (fault: BridgeFault) => void machine.dispatch({ type: 'fault', fault }),
    start: () => driver.start(onDriverEvent),
    stop: async () => {
      machine.stop()
      driver.stop()
      await Promise.race([
        frames.idle(),
        new Promise((resolve) => timing.after(3000, () => resolve(0))),
      ])
    },
  }
}
