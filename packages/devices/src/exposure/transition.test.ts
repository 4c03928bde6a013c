import { describe, expect, test } from 'vitest'
import { getTimeLimit, readsMax, defaultExposureLimits } from './exposure.ts'
import type { Exposure, ExposureEvent } from './exposure.ts'
import { transition } from './transition.ts'

const id = 'capture-1'
const exposures: readonly Exposure[] = [
  { state: 'NotAvailable', captureId: null, isFrameOwed: false },
  { state: 'NotAvailable', captureId: id, isFrameOwed: false },
  { state: 'NotAvailable', captureId: id, isFrameOwed: true },
  { state: 'Ready' },
  { state: 'PreparingSensor', captureId: id },
  { state: 'WaitingForRadiation', captureId: id },
  { state: 'RadiationReceived', captureId: id, isLate: false },
  { state: 'RadiationReceived', captureId: null, isLate: true },
  { state: 'LoadingImage', captureId: id, isLate: false, reads: 0, hasFrame: false },
  { state: 'LoadingImage', captureId: id, isLate: true, reads: readsMax, hasFrame: false },
  { state: 'LoadingImage', captureId: id, isLate: false, reads: 1, hasFrame: true },
  { state: 'PostAcquisitionCleanup', captureId: id },
]
const events: readonly ExposureEvent[] = [
  { type: 'connected', holdsFrame: false },
  { type: 'connected', holdsFrame: true },
  { type: 'disconnected' },
  { type: 'arm', captureId: 'capture-2' },
  { type: 'cancel' },
  { type: 'prepared' },
  { type: 'radiation' },
  { type: 'loading' },
  { type: 'frame' },
  { type: 'nothing-held' },
  { type: 'kept' },
  { type: 'cleaned' },
  { type: 'fault', fault: 'over-temperature' },
  { type: 'overdue' },
]
const pairs = exposures.flatMap((exposure) => events.map((event) => ({ exposure, event })))
const describePair = ({ exposure, event }: { exposure: Exposure; event: ExposureEvent }) =>
  `${JSON.stringify(exposure)} + ${JSON.stringify(event)}`

/** Formats a transition in one line: state, its data, the effects. */
const formatTransition = (exposure: Exposure, event: ExposureEvent) => {
  const { exposure: after, effects } = transition(exposure, event)
  const { state, ...rest } = after
  const flags = Object.entries(rest)
    .filter(([key, value]) => key !== 'captureId' && value !== false && value !== 0)
    .map(([key, value]) => (value === true ? key : `${key} ${value}`))
  const done = effects.map((effect) =>
    Object.values(effect)
      .filter((value) => value !== false)
      .join(' '),
  )
  return [[state, ...flags].join(' '), ...done].join('; ')
}

describe('every event in every state', () => {
  test.each(exposures.map((exposure) => ({ exposure, name: JSON.stringify(exposure) })))(
    '$name',
    ({ exposure }) => {
      const table = Object.fromEntries(
        events.map((event) => {
          const { type, ...rest } = event
          const detail = type === 'connected' && 'holdsFrame' in rest && rest.holdsFrame
          return [detail ? 'connected with a frame' : type, formatTransition(exposure, event)]
        }),
      )
      expect(table).toMatchSnapshot()
    },
  )
})

describe('an exposure is never lost', () => {
  test('a frame is kept in every state', () => {
    for (const exposure of exposures)
      expect(transition(exposure, { type: 'frame' }).effects.map((effect) => effect.do)).toContain(
        'keep',
      )
  })

  test('after radiation no cancel, fault or time-out disarms the sensor', () => {
    const irradiated = pairs.filter(
      ({ exposure, event }) =>
        (exposure.state === 'RadiationReceived' || exposure.state === 'LoadingImage') &&
        ['cancel', 'fault', 'overdue', 'disconnected', 'arm'].includes(event.type),
    )
    expect(irradiated.length).toBeGreaterThan(20)
    const disarming = irradiated.filter(({ exposure, event }) =>
      transition(exposure, event).effects.some((effect) => effect.do === 'disarm'),
    )
    expect(disarming.map(describePair)).toEqual([])
  })

  test('the sensor cannot be armed while a frame is owed, which would be overwritten', () => {
    const arming = pairs.filter(
      ({ exposure, event }) => event.type === 'arm' && exposure.state !== 'Ready',
    )
    for (const pair of arming) {
      const { exposure, effects } = transition(pair.exposure, pair.event)
      expect(exposure).toEqual(pair.exposure)
      expect(effects).toEqual([{ do: 'refuse-arm' }])
    }
  })

  test('the frame that a sensor holds after a reconnect is read for the capture it was armed for', () => {
    const away: Exposure = { state: 'NotAvailable', captureId: id, isFrameOwed: false }
    const back = transition(away, { type: 'connected', holdsFrame: true })
    expect(back.effects).toEqual([{ do: 'read' }])
    expect(transition(back.exposure, { type: 'frame' }).effects).toEqual([
      { do: 'keep', captureId: id, isLate: true },
    ])
  })

  test('a frame that arrives before the radiation does not belong to the current capture', () => {
    const waiting: Exposure = { state: 'WaitingForRadiation', captureId: id }
    const { exposure, effects } = transition(waiting, { type: 'frame' })
    expect(exposure).toEqual(waiting)
    expect(effects).toEqual([{ do: 'keep', captureId: null, isLate: true }])
  })

  test('an exposure at the moment of a cancel is kept as a late image', () => {
    const cancelled = transition(
      { state: 'WaitingForRadiation', captureId: id },
      { type: 'cancel' },
    )
    expect(cancelled.effects).toContainEqual({ do: 'answer-cancel', outcome: 'cancelled' })
    const radiated = transition(cancelled.exposure, { type: 'radiation' })
    expect(transition(radiated.exposure, { type: 'frame' }).effects).toEqual([
      { do: 'keep', captureId: id, isLate: true },
    ])
  })

  test('a missing frame is requested again, and the sensor is not armed meanwhile', () => {
    let exposure: Exposure = { state: 'RadiationReceived', captureId: id, isLate: false }
    for (let read = 0; read < readsMax; read += 1) {
      const step = transition(exposure, { type: 'overdue' })
      expect(step.effects).toEqual([{ do: 'read' }])
      ;({ exposure } = step)
    }
    const stuck = transition(exposure, { type: 'overdue' })
    expect(stuck.effects).toEqual([{ do: 'report', fault: 'frame-stuck', captureId: id }])
    expect(stuck.exposure).toEqual({ state: 'NotAvailable', captureId: id, isFrameOwed: true })
  })

  test('a lost frame is reported and no longer waited for', () => {
    const owed: Exposure = { state: 'NotAvailable', captureId: id, isFrameOwed: true }
    expect(transition(owed, { type: 'connected', holdsFrame: false })).toEqual({
      exposure: { state: 'Ready' },
      effects: [{ do: 'report', fault: 'frame-lost', captureId: id }],
    })
  })
})

test('a cancel is answered in every state, with too-late after the radiation', () => {
  const answers = exposures.map((exposure) => {
    const answer = transition(exposure, { type: 'cancel' }).effects.find(
      (effect) => effect.do === 'answer-cancel',
    )
    return `${exposure.state} ${answer?.outcome}`
  })
  expect(answers).toEqual([
    'NotAvailable idle',
    'NotAvailable idle',
    'NotAvailable too-late',
    'Ready idle',
    'PreparingSensor cancelled',
    'WaitingForRadiation cancelled',
    'RadiationReceived too-late',
    'RadiationReceived too-late',
    'LoadingImage too-late',
    'LoadingImage too-late',
    'LoadingImage too-late',
    'PostAcquisitionCleanup idle',
  ])
})

test('every state that waits for a user or a device has a time limit', () => {
  const waiting = exposures.filter(
    (exposure) => getTimeLimit(exposure, defaultExposureLimits) === undefined,
  )
  expect(new Set(waiting.map(({ state }) => state))).toEqual(
    new Set(['NotAvailable', 'Ready', 'LoadingImage']),
  )
  expect(getTimeLimit({ state: 'WaitingForRadiation', captureId: id }, defaultExposureLimits)).toBe(
    60_000,
  )
})
