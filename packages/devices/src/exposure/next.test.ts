import { describe, expect, test } from 'vitest'
import { limitOf, readsMax, usualLimits } from './exposure.ts'
import type { Exposure, ExposureEvent } from './exposure.ts'
import { next } from './next.ts'

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
const told = ({ exposure, event }: { exposure: Exposure; event: ExposureEvent }) =>
  `${JSON.stringify(exposure)} + ${JSON.stringify(event)}`

/** In one line: state, what is known, what is done. */
const shown = (exposure: Exposure, event: ExposureEvent) => {
  const { exposure: after, effects } = next(exposure, event)
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
          return [detail ? 'connected with a frame' : type, shown(exposure, event)]
        }),
      )
      expect(table).toMatchSnapshot()
    },
  )
})

describe('an exposure is never lost', () => {
  test('a frame is kept in every state', () => {
    for (const exposure of exposures)
      expect(next(exposure, { type: 'frame' }).effects.map((effect) => effect.do)).toContain('keep')
  })

  test('after radiation no cancel, fault or time-out disarms the sensor', () => {
    const irradiated = pairs.filter(
      ({ exposure, event }) =>
        (exposure.state === 'RadiationReceived' || exposure.state === 'LoadingImage') &&
        ['cancel', 'fault', 'overdue', 'disconnected', 'arm'].includes(event.type),
    )
    expect(irradiated.length).toBeGreaterThan(20)
    const disarming = irradiated.filter(({ exposure, event }) =>
      next(exposure, event).effects.some((effect) => effect.do === 'disarm'),
    )
    expect(disarming.map(told)).toEqual([])
  })

  test('while a frame is owed nobody arms the sensor: it would be overwritten', () => {
    const arming = pairs.filter(
      ({ exposure, event }) => event.type === 'arm' && exposure.state !== 'Ready',
    )
    for (const pair of arming) {
      const { exposure, effects } = next(pair.exposure, pair.event)
      expect(exposure).toEqual(pair.exposure)
      expect(effects).toEqual([{ do: 'refuse-arm' }])
    }
  })

  test('the frame that a sensor holds on its return is read, for the capture it was armed for', () => {
    const away: Exposure = { state: 'NotAvailable', captureId: id, isFrameOwed: false }
    const back = next(away, { type: 'connected', holdsFrame: true })
    expect(back.effects).toEqual([{ do: 'read' }])
    expect(next(back.exposure, { type: 'frame' }).effects).toEqual([
      { do: 'keep', captureId: id, isLate: true },
    ])
  })

  test('a frame that comes before radiation was seen is not that of this animal', () => {
    const waiting: Exposure = { state: 'WaitingForRadiation', captureId: id }
    const { exposure, effects } = next(waiting, { type: 'frame' })
    expect(exposure).toEqual(waiting)
    expect(effects).toEqual([{ do: 'keep', captureId: null, isLate: true }])
  })

  test('the switch pressed together with a cancel: the image comes, as a late one', () => {
    const cancelled = next({ state: 'WaitingForRadiation', captureId: id }, { type: 'cancel' })
    expect(cancelled.effects).toContainEqual({ do: 'answer-cancel', outcome: 'cancelled' })
    const radiated = next(cancelled.exposure, { type: 'radiation' })
    expect(next(radiated.exposure, { type: 'frame' }).effects).toEqual([
      { do: 'keep', captureId: id, isLate: true },
    ])
  })

  test('a frame that does not come is asked for again, and the sensor is never used meanwhile', () => {
    let exposure: Exposure = { state: 'RadiationReceived', captureId: id, isLate: false }
    for (let read = 0; read < readsMax; read += 1) {
      const step = next(exposure, { type: 'overdue' })
      expect(step.effects).toEqual([{ do: 'read' }])
      ;({ exposure } = step)
    }
    const stuck = next(exposure, { type: 'overdue' })
    expect(stuck.effects).toEqual([{ do: 'report', fault: 'frame-stuck', captureId: id }])
    expect(stuck.exposure).toEqual({ state: 'NotAvailable', captureId: id, isFrameOwed: true })
  })

  test('a frame that is gone is told, not waited for', () => {
    const owed: Exposure = { state: 'NotAvailable', captureId: id, isFrameOwed: true }
    expect(next(owed, { type: 'connected', holdsFrame: false })).toEqual({
      exposure: { state: 'Ready' },
      effects: [{ do: 'report', fault: 'frame-lost', captureId: id }],
    })
  })
})

test('cancelling answers in every state, and says too late once the animal was irradiated', () => {
  const answers = exposures.map((exposure) => {
    const answer = next(exposure, { type: 'cancel' }).effects.find(
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

test('every state that waits for somebody has a limit', () => {
  const waiting = exposures.filter((exposure) => limitOf(exposure, usualLimits) === undefined)
  expect(new Set(waiting.map(({ state }) => state))).toEqual(
    new Set(['NotAvailable', 'Ready', 'LoadingImage']),
  )
  expect(limitOf({ state: 'WaitingForRadiation', captureId: id }, usualLimits)).toBe(60_000)
})
