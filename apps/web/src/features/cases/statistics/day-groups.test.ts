import { expect, test } from 'vitest'
import { groupDays } from './day-groups.ts'

test('days without a case are drawn as gaps, also over a change of the clocks', () => {
  expect(
    groupDays([
      { day: '2026-03-07', count: 2 },
      { day: '2026-03-10', count: 1 },
    ]),
  ).toEqual([
    { day: '2026-03-07', count: 2 },
    { day: '2026-03-08', count: 0 },
    { day: '2026-03-09', count: 0 },
    { day: '2026-03-10', count: 1 },
  ])
  expect(groupDays([])).toEqual([])
})

test('a long period is drawn by month', () => {
  expect(
    groupDays([
      { day: '2026-01-31', count: 2 },
      { day: '2026-03-01', count: 1 },
      { day: '2026-04-30', count: 4 },
      { day: '2026-04-30', count: 1 },
    ]),
  ).toEqual([
    { day: '2026-01', count: 2 },
    { day: '2026-03', count: 1 },
    { day: '2026-04', count: 5 },
  ])
})
