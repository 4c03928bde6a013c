import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import cases from '../../../../../../packages/i18n/locales/en/cases.json' with { type: 'json' }
import { formatDueTime, formatDuration } from './due-text.ts'

const i18n = createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { cases } } }))

const timed = {
  status: 2,
  priority: '6 Hours',
  dueOn: '2026-03-07T18:00:00.000Z',
  pausedSince: null,
  finalizedOn: null,
} as const
const at = (time: string) => new Date(`2026-03-07T${time}Z`)

test.each([
  [59_999, 'less than 1 min'],
  [60_000, '1 min'],
  [-(2 * 60 + 5) * 60_000, '2 h 5 min'],
  [(27 * 60 + 59) * 60_000, '1 d 3 h'],
])('a duration of %i ms reads "%s"', (ms, text) => {
  expect(formatDuration(i18n.t, ms)).toBe(text)
})

test('the due time says what is left, how late a case is, and why its clock stands still', () => {
  expect(formatDueTime(i18n.t, timed, at('12:30:00'))).toMatchObject({ text: '5 h 30 min left' })
  expect(formatDueTime(i18n.t, timed, at('18:40:00'))).toMatchObject({
    state: 'overdue',
    text: '40 min late',
  })
  const paused = { ...timed, status: 3, pausedSince: '2026-03-07T17:00:00.000Z' } as const
  expect(formatDueTime(i18n.t, paused, at('23:00:00')).text).toBe('Paused, 1 h 0 min left')
  const final = { ...timed, status: 4, finalizedOn: '2026-03-07T17:00:00.000Z' } as const
  expect(formatDueTime(i18n.t, final, at('23:00:00')).text).toBe('In time')
  expect(formatDueTime(i18n.t, { ...timed, status: 5 }, at('23:00:00')).text).toBe('')
})
