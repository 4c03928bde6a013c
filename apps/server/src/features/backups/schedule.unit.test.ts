import { expect, test } from 'vitest'
import { findLastDue, findNextDue, getIntervalMs, isBackupDue } from './schedule.ts'
import type { PastRun, Schedule } from './schedule.ts'

const daily: Schedule = {
  schedule: 'daily',
  time: '02:00',
  everyHours: 4,
  weekday: 7,
  timeZone: 'America/Montreal',
}
const at = (text: string) => new Date(text)
const run = (
  state: PastRun['state'],
  startedOn: string,
  endedOn: string | null = startedOn,
): PastRun => ({ state, startedOn, endedOn })
const long = '2026-01-01T00:00:00.000Z'

test('a daily backup is due at its time in the zone of the clinic, in winter and in summer', () => {
  expect(findLastDue(daily, at('2026-01-15T12:00:00Z'))).toEqual(at('2026-01-15T07:00:00Z'))
  expect(findLastDue(daily, at('2026-07-15T05:59:00Z'))).toEqual(at('2026-07-14T06:00:00Z'))
  expect(findNextDue(daily, at('2026-07-15T05:59:00Z'))).toEqual(at('2026-07-15T06:00:00Z'))
})

test('a time that the clocks skip or show twice is due once on that day', () => {
  const night: Schedule = { ...daily, time: '02:30' }
  // The clocks go from 02:00 to 03:00 on 8 March, and from 02:00 back to 01:00 on 1 November.
  expect(findNextDue(night, at('2026-03-08T05:00:00Z'))).toEqual(at('2026-03-08T07:30:00Z'))
  expect(findNextDue(night, at('2026-03-08T07:30:00Z'))).toEqual(at('2026-03-09T06:30:00Z'))
  const twice: Schedule = { ...daily, time: '01:30' }
  const first = findNextDue(twice, at('2026-11-01T04:00:00Z'))
  expect(first).toEqual(at('2026-11-01T05:30:00Z'))
  expect(findNextDue(twice, at('2026-11-01T05:30:00Z'))).toEqual(at('2026-11-02T06:30:00Z'))
})

test('a weekly backup is due on its weekday, and hourly ones at the full hours of the zone', () => {
  const weekly: Schedule = { ...daily, schedule: 'weekly', timeZone: 'UTC' }
  expect(findLastDue(weekly, at('2026-11-18T12:00:00Z'))).toEqual(at('2026-11-15T02:00:00Z'))
  expect(findNextDue(weekly, at('2026-11-18T12:00:00Z'))).toEqual(at('2026-11-22T02:00:00Z'))
  const hours: Schedule = { ...daily, schedule: 'hours', everyHours: 6 }
  expect(findLastDue(hours, at('2026-01-15T12:00:00Z'))).toEqual(at('2026-01-15T11:00:00Z'))
  expect(findNextDue(hours, at('2026-01-15T12:00:00Z'))).toEqual(at('2026-01-15T17:00:00Z'))
  const none: Schedule = { ...daily, schedule: 'off' }
  expect(findNextDue(none, at('2026-01-15T12:00:00Z'))).toBeUndefined()
  expect(isBackupDue(none, long, [], at('2026-01-15T12:00:00Z'))).toBe(false)
  expect([daily, hours, weekly].map((one) => getIntervalMs(one) / 3_600_000)).toEqual([24, 6, 168])
})

test('a backup that was missed while the computer was off runs at the next start, and once', () => {
  const now = at('2026-01-20T13:00:00Z')
  const before = run('done', '2026-01-16T07:00:05.000Z')
  expect(isBackupDue(daily, long, [before], now)).toBe(true)
  expect(isBackupDue(daily, long, [before, run('running', '2026-01-20T13:00:00.000Z')], now)).toBe(
    false,
  )
  expect(isBackupDue(daily, long, [before, run('done', '2026-01-20T12:59:00.000Z')], now)).toBe(
    false,
  )
  // One that was made by hand in the evening does not replace the nightly one.
  const evening = run('done', '2026-01-19T23:00:00.000Z')
  expect(isBackupDue(daily, long, [evening], now)).toBe(true)
  expect(isBackupDue(daily, long, [run('done', '2026-01-20T07:30:00.000Z')], now)).toBe(false)
})

test('a new schedule does not make the backups that were due before it', () => {
  const since = '2026-01-20T12:00:00.000Z'
  expect(isBackupDue(daily, since, [], at('2026-01-20T13:00:00Z'))).toBe(false)
  expect(isBackupDue(daily, since, [], at('2026-01-21T07:00:00Z'))).toBe(true)
})

test('a failed backup is tried again after 15, 30 and 60 minutes, and then every two hours', () => {
  const failed = ['2026-01-20T07:00:00.000Z']
  const runs: PastRun[] = [run('failed', '2026-01-20T07:00:00.000Z')]
  for (const minutes of [15, 30, 60, 120, 120]) {
    const last = Date.parse(failed.at(-1) ?? '')
    const due = new Date(last + minutes * 60_000)
    expect(isBackupDue(daily, long, runs, new Date(due.getTime() - 1))).toBe(false)
    expect(isBackupDue(daily, long, runs, due)).toBe(true)
    failed.push(due.toISOString())
    runs.push(run('failed', due.toISOString()))
  }
})

test('an interrupted backup continues at once, but not for ever, and a stopped one waits', () => {
  const now = at('2026-01-20T07:05:00Z')
  const interrupted = run('interrupted', '2026-01-20T07:04:00.000Z')
  expect(isBackupDue(daily, long, [interrupted], now)).toBe(true)
  const often = [interrupted, interrupted, interrupted]
  expect(isBackupDue(daily, long, often, now)).toBe(false)
  expect(isBackupDue(daily, long, often, at('2026-01-20T07:19:00Z'))).toBe(true)
  expect(isBackupDue(daily, long, [run('stopped', '2026-01-20T07:04:00.000Z')], now)).toBe(false)
  expect(
    isBackupDue(daily, long, [run('stopped', '2026-01-20T07:04:00.000Z')], at('2026-01-21T07:00Z')),
  ).toBe(true)
})

test('a run of a fast clock holds back no backup', () => {
  const future = run('done', '2036-01-20T07:00:00.000Z')
  expect(isBackupDue(daily, long, [future], at('2026-01-20T07:05:00Z'))).toBe(true)
})
