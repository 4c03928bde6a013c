import { describe, expect, test } from 'vitest'
import { fromWallTime, toDay, subtractDays, toInstant, planVisits } from './calendar.ts'
import { createRandom } from './random.ts'

const toronto = 'America/Toronto'

describe('wall time', () => {
  test('Toronto’s wall time is five hours behind UTC in winter and four in summer', () => {
    expect(toInstant(fromWallTime('2026-01-15', 9.5, toronto))).toBe('2026-01-15T14:30:00.000Z')
    expect(toInstant(fromWallTime('2026-07-15', 9.5, toronto))).toBe('2026-07-15T13:30:00.000Z')
  })

  test('wall time is right on both days of the daylight saving change', () => {
    expect(toInstant(fromWallTime('2026-03-08', 0, toronto))).toBe('2026-03-08T05:00:00.000Z')
    expect(toInstant(fromWallTime('2026-03-08', 8, toronto))).toBe('2026-03-08T12:00:00.000Z')
    expect(toInstant(fromWallTime('2026-11-01', 0, toronto))).toBe('2026-11-01T04:00:00.000Z')
    expect(toInstant(fromWallTime('2026-11-01', 8, toronto))).toBe('2026-11-01T13:00:00.000Z')
  })

  test('a moment belongs to the day of the clinic’s wall calendar', () => {
    expect(toDay(Date.parse('2026-06-02T03:59:59.000Z'), toronto)).toBe('2026-06-01')
    expect(toDay(Date.parse('2026-06-02T04:00:00.000Z'), toronto)).toBe('2026-06-02')
    expect(subtractDays('2028-03-01', 1)).toBe('2028-02-29')
  })
})

describe('the visits of a year', () => {
  const plan = { timeZone: toronto, today: 4, yesterday: 5, total: 80 }
  const day = (at: number) => toDay(at, toronto)
  const starts = Array.from(
    { length: 400 },
    (_, index) =>
      // Steps of a day and 103 minutes cover every weekday, every hour and both clock changes.
      Date.parse('2027-01-01T00:00:00.000Z') + index * 1543 * 60_000,
  )

  test('visits are of today, of yesterday and of the twelve months before, whenever the demo starts', () => {
    const wrong = starts.filter((now) => {
      const times = planVisits(createRandom('any'), { ...plan, now })
      const today = times.slice(0, 4).every((at) => day(at) === day(now) && at <= now)
      const yesterday = times.slice(4, 9).every((at) => day(at) === subtractDays(day(now), 1))
      const earlier = times
        .slice(9)
        .every((at) => day(at) <= subtractDays(day(now), 2) && at > now - 365 * 86_400_000)
      return !(today && yesterday && earlier)
    })
    expect(wrong.map(toInstant)).toEqual([])
  })

  test('today’s visits are within the opening hours once the clinic is open', () => {
    const now = Date.parse('2026-03-18T19:20:00.000Z')
    const today = planVisits(createRandom('any'), { ...plan, now }).slice(0, 4)
    expect(today.filter((at) => at < fromWallTime('2026-03-18', 8, toronto))).toEqual([])
  })
})

describe('the seeded generator', () => {
  test('the seeded generator gives the same numbers for the same label and others for another label', () => {
    const draws = (label: string) => Array.from({ length: 5 }, createRandom(label).next)
    expect(draws('en records')).toEqual(draws('en records'))
    expect(draws('en records')).not.toEqual(draws('fr records'))
  })

  test('the seeded generator draws integers evenly, including both ends of the range', () => {
    const { integer } = createRandom('dice')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let times = 0; times < 6000; times += 1) {
      const face = integer(1, 6) - 1
      counts[face] = (counts[face] ?? 0) + 1
    }
    expect(counts).toHaveLength(6)
    expect(Math.min(...counts)).toBeGreaterThan(900)
    expect(Math.max(...counts)).toBeLessThan(1100)
  })

  test('the seeded generator chooses by weight', () => {
    const { pickWeighted } = createRandom('weights')
    const draws = Array.from({ length: 1000 }, () =>
      pickWeighted([
        ['often', 9],
        ['rarely', 1],
        ['never', 0],
      ]),
    )
    const often = draws.filter((draw) => draw === 'often').length
    expect(often).toBeGreaterThan(860)
    expect(often).toBeLessThan(940)
    expect(draws).not.toContain('never')
  })

  test('the seeded generator makes UIDs from version 4 UUIDs', () => {
    const { createUid } = createRandom('uids')
    const uuids = Array.from({ length: 200 }, () =>
      BigInt(createUid().replace('2.25.', '')).toString(16).padStart(32, '0'),
    )
    expect(uuids.filter((uuid) => !/^.{12}4.{3}[89ab].{15}$/u.test(uuid))).toEqual([])
    expect(new Set(uuids).size).toBe(200)
  })
})
