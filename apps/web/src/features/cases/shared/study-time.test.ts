import { expect, test } from 'vitest'
import { formatStudyTime } from './study-time.ts'

const zone = 'America/Toronto'
const morning = '2026-11-19T12:55:00.000Z'

test('a study is named by its day, and by its time too if another one is of the same day', () => {
  expect(formatStudyTime(morning, [morning, '2026-11-18T13:00:00.000Z'], zone)).toBe('2026-11-19')
  expect(formatStudyTime(morning, ['2026-11-19T13:35:00.000Z'], zone)).toBe('2026-11-19 07:55')
})

test('the day is that of the clinic', () => {
  const evening = '2026-11-20T03:00:00.000Z'
  expect(formatStudyTime(morning, [evening], zone)).toBe('2026-11-19 07:55')
  expect(formatStudyTime(morning, [evening], 'UTC')).toBe('2026-11-19')
})
