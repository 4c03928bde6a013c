import { expect, test } from 'vitest'
import { listWarnings } from './warnings.ts'
import type { WarningFacts } from './warnings.ts'

const now = new Date('2026-11-18T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const plan = {
  schedule: 'daily',
  time: '02:00',
  everyHours: 4,
  weekday: 7,
  timeZone: 'UTC',
  isPaused: false,
  scheduledSince: hoursAgo(1000),
} as const
const well: WarningFacts = {
  isDemo: false,
  plan,
  isRunning: false,
  hasFailed: false,
  hasFailedCheck: false,
  lastMadeOn: hoursAgo(10),
  isOnDataDisk: false,
  isIncomplete: false,
  missingSinceRestore: 0,
  secondStore: undefined,
  hasDamage: false,
  disks: [],
  now,
}
const list = (facts: Partial<WarningFacts> = {}) => listWarnings({ ...well, ...facts })
const disk = (usedPercent: number, weeksLeft: number | null = null, volume = 'data' as const) => ({
  volume,
  freeBytes: 100 - usedPercent,
  totalBytes: 100,
  weeksLeft,
})

test('nothing is warned of while all is well', () => {
  expect(list()).toEqual([])
  expect(list({ disks: [disk(84, 8), { ...disk(10), volume: 'target' }] })).toEqual([])
})

test('a system without a backup is reported, but not the demo', () => {
  expect(list({ plan: undefined, lastMadeOn: undefined })).toEqual(['never'])
  expect(list({ plan: undefined, isDemo: true })).toEqual([])
})

test('a backup is overdue after twice its interval, counted from the schedule at first', () => {
  expect(list({ lastMadeOn: hoursAgo(48) })).toEqual([])
  expect(list({ lastMadeOn: hoursAgo(48.1) })).toEqual(['overdue'])
  expect(list({ lastMadeOn: undefined })).toEqual(['empty-target', 'overdue'])
  expect(list({ lastMadeOn: undefined, plan: { ...plan, scheduledSince: hoursAgo(3) } })).toEqual([
    'empty-target',
  ])
  const weekly = { ...plan, schedule: 'weekly' } as const
  expect(list({ lastMadeOn: hoursAgo(300), plan: weekly })).toEqual([])
  expect(list({ lastMadeOn: hoursAgo(340), plan: weekly })).toEqual(['overdue'])
  // After a holiday, the missed backup is running already.
  expect(list({ lastMadeOn: hoursAgo(500), isRunning: true })).toEqual([])
  expect(list({ lastMadeOn: hoursAgo(500), plan: { ...plan, schedule: 'off' } })).toEqual([])
  // A retry that runs ends neither warning.
  const retried = list({ lastMadeOn: hoursAgo(500), isRunning: true, hasFailed: true })
  expect(retried).toEqual(['failed', 'overdue'])
})

test('a target without a backup is reported until its first run begins', () => {
  const none = { lastMadeOn: undefined, plan: { ...plan, schedule: 'off' } } as const
  expect(list(none)).toEqual(['empty-target'])
  expect(list({ ...none, isRunning: true })).toEqual([])
  expect(list({ ...none, hasFailed: true })).toEqual(['failed'])
  expect(list({ ...none, plan: { ...plan, isPaused: true } })).toEqual(['paused'])
})

test('a failed or paused backup and damaged files are reported', () => {
  expect(list({ hasFailed: true })).toEqual(['failed'])
  expect(list({ plan: { ...plan, isPaused: true }, lastMadeOn: hoursAgo(500) })).toEqual(['paused'])
  expect(list({ hasFailedCheck: true })).toEqual(['check-failed'])
  expect(list({ hasDamage: true })).toEqual(['damaged'])
})

test('a disk is warned of at 85 percent, at 95, and eight weeks before it is full', () => {
  expect(list({ disks: [disk(85, 2)] })).toEqual(['data-disk-full'])
  expect(list({ disks: [disk(95, 1)] })).toEqual(['data-disk-critical'])
  expect(list({ disks: [disk(60, 7)] })).toEqual(['data-disk-forecast'])
  expect(list({ disks: [disk(60, 8)] })).toEqual([])
  const target = (used: number, weeks: number | null = null) => ({
    ...disk(used, weeks),
    volume: 'target' as const,
  })
  expect(list({ disks: [target(96)] })).toEqual(['target-disk-full'])
  expect(list({ disks: [disk(90), target(50, 3)] })).toEqual([
    'data-disk-full',
    'target-disk-forecast',
  ])
})
