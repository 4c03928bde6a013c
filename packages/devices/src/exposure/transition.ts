import type { BridgeFault } from '@talus/contract'
import { getCaptureId, readsMax } from './exposure.ts'
import type { Effect, Exposure, ExposureEvent, ExposureTransition } from './exposure.ts'

/**
 * The state machine of an exposure. Its first rule is that no exposure is lost: a frame is kept in
 * every state, even after a cancel or a disconnect, and nothing is cancelled after the radiation.
 */
export function transition(now: Exposure, event: ExposureEvent): ExposureTransition {
  // The sensor may reconnect so fast that the disconnect was not noticed.
  const hasFrame = now.state === 'LoadingImage' && now.hasFrame
  if (event.type === 'connected' && event.holdsFrame && !hasFrame)
    return go(loading(getCaptureId(now), true, 1), read)
  switch (now.state) {
    case 'NotAvailable':
      return whileUnavailable(now, event)
    case 'Ready':
      return whileReady(now, event)
    case 'PreparingSensor':
    case 'WaitingForRadiation':
      return whileArmed(now, event)
    case 'RadiationReceived':
      return whileExposed(now, event)
    case 'LoadingImage':
      return whileLoading(now, event)
    case 'PostAcquisitionCleanup':
      return whileCleaning(now, event)
    default:
      return now satisfies never
  }
}

type In<State extends Exposure['state']> = Extract<Exposure, { state: State }>

const go = (exposure: Exposure, ...effects: readonly Effect[]): ExposureTransition => ({
  exposure,
  effects,
})
const keep = (captureId: string | null, isLate: boolean): Effect => ({
  do: 'keep',
  captureId,
  isLate,
})
const report = (fault: BridgeFault, captureId: string | null): Effect => ({
  do: 'report',
  fault,
  captureId,
})
const disarm: Effect = { do: 'disarm' }
const read: Effect = { do: 'read' }
const refuseArm: Effect = { do: 'refuse-arm' }
const answer = (outcome: 'cancelled' | 'too-late' | 'idle'): Effect => ({
  do: 'answer-cancel',
  outcome,
})
const ready: Exposure = { state: 'Ready' }
const cleaning = (captureId: string | null): Exposure => ({
  state: 'PostAcquisitionCleanup',
  captureId,
})
const unavailable = (captureId: string | null, isFrameOwed: boolean): Exposure => ({
  state: 'NotAvailable',
  captureId,
  isFrameOwed,
})
const exposed = (captureId: string | null, isLate: boolean): Exposure => ({
  state: 'RadiationReceived',
  captureId,
  isLate,
})
const loading = (captureId: string | null, isLate: boolean, reads = 0): Exposure => ({
  state: 'LoadingImage',
  captureId,
  isLate,
  reads,
  hasFrame: false,
})

function whileUnavailable(now: In<'NotAvailable'>, event: ExposureEvent): ExposureTransition {
  const { captureId, isFrameOwed } = now
  switch (event.type) {
    case 'connected':
      // The user must not wait for an image that will not come.
      return isFrameOwed ? go(ready, report('frame-lost', captureId)) : go(ready)
    case 'radiation':
      return go(exposed(captureId, true))
    case 'loading':
      return go(loading(captureId, true))
    case 'frame':
      return go(unavailable(captureId, false), keep(isFrameOwed ? captureId : null, true))
    case 'nothing-held':
      return isFrameOwed
        ? go(unavailable(captureId, false), report('frame-lost', captureId))
        : go(now)
    case 'cleaned':
      return isFrameOwed ? go(now) : go(ready)
    case 'arm':
      return go(now, refuseArm)
    case 'cancel':
      return go(now, answer(isFrameOwed ? 'too-late' : 'idle'))
    case 'fault':
      return go(now, report(event.fault, captureId))
    default:
      return go(now)
  }
}

function whileReady(now: In<'Ready'>, event: ExposureEvent): ExposureTransition {
  switch (event.type) {
    case 'arm':
      return go(
        { state: 'PreparingSensor', captureId: event.captureId },
        { do: 'prepare', captureId: event.captureId },
      )
    case 'disconnected':
      return go(unavailable(null, false))
    // Some sensors trigger by themselves. The sensor was not armed, so the patient is unknown.
    case 'radiation':
      return go(exposed(null, true))
    case 'loading':
      return go(loading(null, true))
    case 'frame':
      return go(now, keep(null, true))
    case 'cancel':
      return go(now, answer('idle'))
    case 'fault':
      return go(now, report(event.fault, null))
    default:
      return go(now)
  }
}

function whileArmed(
  now: In<'PreparingSensor'> | In<'WaitingForRadiation'>,
  event: ExposureEvent,
): ExposureTransition {
  const { captureId } = now
  switch (event.type) {
    case 'prepared':
      return go({ state: 'WaitingForRadiation', captureId })
    case 'radiation':
      return go(exposed(captureId, false))
    case 'loading':
      return go(loading(captureId, false))
    // No radiation was detected for this capture, so the frame is older, perhaps of another
    // patient.
    case 'frame':
      return go(now, keep(null, true))
    case 'cancel':
      return go(cleaning(captureId), disarm, answer('cancelled'))
    case 'overdue': {
      const fault = now.state === 'PreparingSensor' ? 'prepare-timeout' : 'radiation-timeout'
      return go(cleaning(captureId), disarm, report(fault, captureId))
    }
    case 'fault':
      return go(cleaning(captureId), disarm, report(event.fault, captureId))
    // The switch may be pressed while disconnected: the sensor is read after the reconnect.
    case 'disconnected':
      return go(unavailable(captureId, false), report('sensor-disconnected', captureId))
    case 'arm':
      return go(now, refuseArm)
    default:
      return go(now)
  }
}

function whileExposed(now: In<'RadiationReceived'>, event: ExposureEvent): ExposureTransition {
  const { captureId, isLate } = now
  switch (event.type) {
    case 'loading':
      return go(loading(captureId, isLate))
    case 'overdue':
      return go(loading(captureId, isLate, 1), read)
    default:
      return whileFrameOwed(now, event)
  }
}

function whileLoading(now: In<'LoadingImage'>, event: ExposureEvent): ExposureTransition {
  const { captureId, hasFrame, reads } = now
  switch (event.type) {
    case 'kept':
      return hasFrame ? go(cleaning(captureId)) : go(now)
    case 'overdue':
      if (hasFrame) return go(now)
      if (reads < readsMax) return go({ ...now, reads: reads + 1 }, read)
      return go(unavailable(captureId, true), report('frame-stuck', captureId))
    case 'disconnected':
      if (!hasFrame) return whileFrameOwed(now, event)
      return go(unavailable(captureId, false), report('sensor-disconnected', captureId))
    case 'nothing-held':
      return hasFrame ? go(now) : whileFrameOwed(now, event)
    default:
      return whileFrameOwed(now, event)
  }
}

function whileFrameOwed(
  now: In<'RadiationReceived'> | In<'LoadingImage'>,
  event: ExposureEvent,
): ExposureTransition {
  const { captureId, isLate } = now
  switch (event.type) {
    case 'frame': {
      const reads = now.state === 'LoadingImage' ? now.reads : 0
      const loaded = { state: 'LoadingImage', captureId, isLate, reads, hasFrame: true } as const
      return go(loaded, keep(captureId, isLate))
    }
    case 'cancel':
      return go({ ...now, isLate: true }, answer('too-late'))
    case 'disconnected':
      return go(unavailable(captureId, true), report('sensor-disconnected', captureId))
    case 'nothing-held':
      return go(cleaning(captureId), disarm, report('frame-lost', captureId))
    case 'fault':
      return go(now, report(event.fault, captureId))
    case 'arm':
      return go(now, refuseArm)
    default:
      return go(now)
  }
}

function whileCleaning(
  now: In<'PostAcquisitionCleanup'>,
  event: ExposureEvent,
): ExposureTransition {
  const { captureId } = now
  switch (event.type) {
    case 'cleaned':
      return go(ready)
    case 'overdue':
      return go(unavailable(null, false), report('cleanup-timeout', captureId))
    case 'disconnected':
      return go(unavailable(captureId, false))
    // The switch was pressed at the same moment as the cancel.
    case 'radiation':
      return go(exposed(captureId, true))
    case 'loading':
      return go(loading(captureId, true))
    case 'frame':
      return go(now, keep(captureId, true))
    case 'arm':
      return go(now, refuseArm)
    case 'cancel':
      return go(now, answer('idle'))
    case 'fault':
      return go(now, report(event.fault, captureId))
    default:
      return go(now)
  }
}
