import { expect, test } from 'vitest'
import { chooseKept, findNewest, parseBackupName, toBackupName } from './kept-backups.ts'

const rule = { days: 7, weeks: 4, months: 12, timeZone: 'Europe/Paris' }
const now = new Date('2026-11-18T12:00:00Z')
const dayMs = 86_400_000
const daysAgo = (days: number) => toBackupName(new Date(now.getTime() - days * dayMs))
const keep = (names: readonly string[], change: Partial<typeof rule> = {}) =>
  [...chooseKept(names, { ...rule, ...change }, now)].toSorted()

test('a name is the time of its backup', () => {
  expect(daysAgo(0)).toBe('2026-11-18t12-00-00-000z')
  expect(parseBackupName('2026-11-18t12-00-00-000z')).toEqual(now)
  expect(parseBackupName('2026-13-18t12-00-00-000z')).toBeUndefined()
  expect(parseBackupName('before-the-move')).toBeUndefined()
})

test('of daily backups of two years, seven days, four weeks and twelve months stay', () => {
  const names = Array.from({ length: 730 }, (_, days) => daysAgo(days))
  const kept = keep(names).map((name) => name.slice(0, 10))
  expect(kept).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    // Sundays.
    '2026-11-01',
    '2026-11-08',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
  ])
})

test('of backups every hour, all of the last day stay and one of each day before', () => {
  const names = Array.from({ length: 96 }, (_, hours) => daysAgo(hours / 24))
  const kept = keep(names, { days: 3, weeks: 0, months: 0 })
  expect(kept.slice(1)).toEqual(names.slice(0, 24).toSorted())
  // The last one of 16 November in Paris, where it is an hour later.
  expect(kept[0]).toBe('2026-11-16t22-00-00-000z')
})

test('days are those of the zone', () => {
  // 23:30 UTC is the next day in Paris.
  const names = ['2026-11-10t23-30-00-000z', '2026-11-11t10-00-00-000z']
  expect(keep(names, { weeks: 0, months: 0 })).toEqual([names[1]])
  expect(keep(names, { weeks: 0, months: 0, timeZone: 'UTC' })).toEqual(names)
})

test('old backups stay when nothing new was made for years', () => {
  expect(keep([daysAgo(2000), daysAgo(2001)])).toEqual([daysAgo(2000), daysAgo(2001)].toSorted())
  expect(keep([daysAgo(2000)])).toEqual([daysAgo(2000)])
})

test('a backup of a fast clock takes the place of none and is not the newest', () => {
  const future = toBackupName(new Date('2036-01-01T00:00:00Z'))
  const names = [daysAgo(2), daysAgo(1), future]
  expect(keep(names, { days: 2, weeks: 0, months: 0 })).toEqual(names)
  expect(findNewest(names, now)).toBe(daysAgo(1))
  // The clock of a PC whose battery is empty.
  expect(findNewest(names, new Date('2001-01-01T00:00:00Z'))).toBe(future)
  expect(findNewest([], now)).toBeUndefined()
})

test('a name of another origin is never removed', () => {
  expect(keep(['before-the-move', daysAgo(400)], { months: 0, weeks: 0 })).toContain(
    'before-the-move',
  )
})
