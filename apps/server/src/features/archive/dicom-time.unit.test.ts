import { expect, test } from 'vitest'
import { dayOf, instantOf } from './dicom-time.ts'

test.each([
  ['20260210', '2026-02-10'],
  ['2026.02.10', '2026-02-10'],
  ['20260231', undefined],
  ['00000000', undefined],
  ['', undefined],
  ['ANON', undefined],
])('the date %s is %s', (date, day) => {
  expect(dayOf(date)).toBe(day)
})

const at = (date: string, time: string, timezoneOffset = '') => ({ date, time, timezoneOffset })

test.each([
  [at('20260210', '153000'), 'America/Toronto', '2026-02-10T20:30:00.000Z'],
  [at('20260210', '153000.123456'), 'Asia/Kathmandu', '2026-02-10T09:45:00.123Z'],
  [at('20260210', '153000', '+0100'), 'America/Toronto', '2026-02-10T14:30:00.000Z'],
  [at('20260210', ''), 'Europe/Paris', '2026-02-09T23:00:00.000Z'],
  [at('20260210', '9'), 'UTC', '2026-02-10T00:00:00.000Z'],
  // The day on which clocks go forward, before and after it happens.
  [at('20260329', '013000'), 'Europe/Paris', '2026-03-29T00:30:00.000Z'],
  [at('20260329', '153000'), 'Europe/Paris', '2026-03-29T13:30:00.000Z'],
  [at('20261025', '153000'), 'Europe/Paris', '2026-10-25T14:30:00.000Z'],
  [at('', '153000'), 'UTC', undefined],
])('%o in %s is %s', (written, timeZone, instant) => {
  expect(instantOf(written, timeZone)).toBe(instant)
})
