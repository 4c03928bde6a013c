import { expect, test } from 'vitest'
import { computeGrowth, forecastWeeks } from './forecast.ts'
import type { DiskDay } from './forecast.ts'

const gb = 1_000_000_000
const firstDay = Date.parse('2026-03-02')

/** Days of a disk of 1,000 GB of which `used` GB are in use. */
const toDays = (used: readonly number[], skipped: readonly number[] = []): DiskDay[] =>
  used.flatMap((one, at) =>
    skipped.includes(at)
      ? []
      : [
          {
            day: new Date(firstDay + at * 86_400_000).toISOString().slice(0, 10),
            freeBytes: (1000 - one) * gb,
            totalBytes: 1000 * gb,
          },
        ],
  )

/** The use after each day, from what is added on it. */
const addUp = (start: number, added: readonly number[]) => {
  let used = start
  return [start, ...added.map((one) => (used += one))]
}
const steady = (days: number, perDay: number, start = 100) =>
  toDays(
    addUp(
      start,
      Array.from({ length: days }, () => perDay),
    ),
  )

test('nothing is said before a week has passed', () => {
  expect(forecastWeeks([])).toBeUndefined()
  expect(forecastWeeks(steady(6, 5))).toBeUndefined()
  expect(forecastWeeks(steady(7, 5))).toBe(24)
})

test('a disk that grows steadily is full after its free space divided by the growth', () => {
  expect(computeGrowth(steady(30, 10))).toBe(10 * gb)
  // 1,000 − 100 − 300 = 600 GB at 10 GB a day are 60 days.
  expect(forecastWeeks(steady(30, 10))).toBe(8)
  expect(forecastWeeks(steady(30, 10, 170))).toBe(7)
})

test('a clinic that is closed at the weekend grows by its week', () => {
  const week = [14, 14, 14, 14, 14, 0, 0]
  expect(computeGrowth(toDays(addUp(100, [...week, ...week, ...week, ...week])))).toBe(10 * gb)
  const twoDays = [0, 35, 0, 0, 35, 0, 0]
  expect(computeGrowth(toDays(addUp(100, [...twoDays, ...twoDays, ...twoDays])))).toBe(10 * gb)
})

test('one import or clean-up does not change the forecast', () => {
  const added = Array.from({ length: 28 }, () => 5)
  const imported = addUp(100, added.with(14, 300))
  expect(computeGrowth(toDays(imported))).toBe(5 * gb)
  expect(computeGrowth(toDays(addUp(400, added.with(14, -250))))).toBe(5 * gb)
})

test('days without a record and a replaced disk do not count', () => {
  const used = addUp(
    100,
    Array.from({ length: 28 }, () => 5),
  )
  expect(computeGrowth(toDays(used, [3, 4, 5, 10, 11, 20]))).toBe(5 * gb)
  const before = steady(20, 5).map((day) => ({ ...day, totalBytes: 500 * gb }))
  const after = steady(25, 2).slice(21)
  expect(forecastWeeks([...before, ...after])).toBeUndefined()
})

test('a disk that does not grow, or only in many years, is never full', () => {
  expect(forecastWeeks(steady(30, 0))).toBeUndefined()
  expect(forecastWeeks(steady(30, -3, 500))).toBeUndefined()
  expect(forecastWeeks(steady(30, 0.01))).toBeUndefined()
})
