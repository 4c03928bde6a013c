import { expect, test } from 'vitest'
import { computeDueOn, computeSoonOn, getDueTime, resumeDueOn } from './case-due-time.ts'
import type { CaseStatus } from './codes.ts'

const submitOn = '2026-03-07T12:00:00.000Z'
const at = (text: string) => new Date(text)
const timed = {
  status: 2 as CaseStatus,
  priority: '6 Hours' as const,
  dueOn: '2026-03-07T18:00:00.000Z',
  pausedSince: null,
  finalizedOn: null,
}

test.each([
  ['24 Hours', '2026-03-08T12:00:00.000Z'],
  ['6 Hours', '2026-03-07T18:00:00.000Z'],
  ['Urgent', '2026-03-07T13:00:00.000Z'],
] as const)('a case of priority %s is due at %s', (priority, dueOn) => {
  expect(computeDueOn(submitOn, priority)).toBe(dueOn)
})

test('a case is due soon when three quarters of its time have passed', () => {
  expect(computeSoonOn(timed.dueOn, '6 Hours')).toBe('2026-03-07T16:30:00.000Z')
  expect(getDueTime(timed, at('2026-03-07T16:29:59.999Z')).state).toBe('in-time')
  expect(getDueTime(timed, at('2026-03-07T16:30:00.000Z'))).toMatchObject({
    state: 'soon',
    passedShare: 0.75,
  })
  expect(getDueTime(timed, at('2026-03-07T18:00:00.000Z')).state).toBe('soon')
  expect(getDueTime(timed, at('2026-03-07T18:00:00.001Z'))).toMatchObject({
    state: 'overdue',
    isOverdue: true,
    remainingMs: -1,
  })
})

test('the time during which the clinic is asked is not counted', () => {
  const paused = { ...timed, status: 3 as CaseStatus, pausedSince: '2026-03-07T13:00:00.000Z' }
  for (const now of ['2026-03-07T13:00:00.000Z', '2026-03-20T00:00:00.000Z'])
    expect(getDueTime(paused, at(now))).toMatchObject({
      state: 'paused',
      remainingMs: 5 * 3_600_000,
    })
  expect(resumeDueOn(paused.dueOn, paused.pausedSince, at('2026-03-07T23:30:00.000Z'))).toBe(
    '2026-03-08T04:30:00.000Z',
  )
  // A clock that was set back never takes time from the radiologist.
  expect(resumeDueOn(paused.dueOn, paused.pausedSince, at('2026-03-07T12:30:00.000Z'))).toBe(
    paused.dueOn,
  )
})

test('a finished case keeps the time of its report, and drafts and cancelled cases have no clock', () => {
  const final = { ...timed, status: 4 as CaseStatus, finalizedOn: '2026-03-07T19:00:00.000Z' }
  expect(getDueTime(final, at('2027-01-01T00:00:00.000Z'))).toMatchObject({
    state: 'done',
    isOverdue: true,
    remainingMs: -3_600_000,
  })
  for (const status of [0, 5] as const)
    expect(getDueTime({ ...timed, status }, at(submitOn)).state).toBe('none')
})

/** On 2026-03-08 the clocks of St. John's change; those of Kathmandu (+05:45) never do. */
test.each([
  ['America/St_Johns', 'Mar 7, 08:30', 'Mar 8, 09:30'],
  ['Asia/Kathmandu', 'Mar 7, 17:45', 'Mar 8, 17:45'],
])('24 hours are 24 hours in %s, also over a change of the clocks', (timeZone, from, to) => {
  const show = (instant: string) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at(instant))
  const dueOn = computeDueOn(submitOn, '24 Hours')
  expect([show(submitOn), show(dueOn)]).toEqual([
    expect.stringContaining(from),
    expect.stringContaining(to),
  ])
})
