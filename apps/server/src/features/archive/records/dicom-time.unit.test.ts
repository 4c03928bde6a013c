import { expect, test } from 'vitest'
import { parseDicomDate, toInstant } from './dicom-time.ts'

test.each([
  ['20260210', '2026-02-10'],
  ['2026.02.10', '2026-02-10'],
  ['20260231', undefined],
  ['00000000', undefined],
  ['', undefined],
  ['ANON', undefined],
])('the DICOM date %s is %s', (date, day) => {
  expect(parseDicomDate(date)).toBe(day)
})

const at = (date: string, time: string, timezoneOffset = '') => ({ date, time, timezoneOffset })

test.each([
  [at('20260210', '153000'), 'America/Toronto', '2026-02-10T20:30:00.000Z'],
  [at('20260210', '153000.123456'), 'Asia/Kathmandu', '2026-02-10T09:45:00.123Z'],
  [at('20260210', '153000', '+0100'), 'America/Toronto', '2026-02-10T14:30:00.000Z'],
  [at('20260210', ''), 'Europe/Paris', '2026-02-09T23:00:00.000Z'],
  [at('20260210', '9'), 'UTC', '2026-02-10T00:00:00.000Z'],
  // The day on which clocks go forward, before and after the change.
  [at('20260329', '013000'), 'Europe/Paris', '2026-03-29T00:30:00.000Z'],
  [at('20260329', '153000'), 'Europe/Paris', '2026-03-29T13:30:00.000Z'],
  [at('20261025', '153000'), 'Europe/Paris', '2026-10-25T14:30:00.000Z'],
  // The morning after the change, the hour that comes twice, and the one that is skipped.
  [at('20261101', '101530.5'), 'America/Toronto', '2026-11-01T15:15:30.500Z'],
  [at('20260329', '090000'), 'Europe/Paris', '2026-03-29T07:00:00.000Z'],
  [at('20261101', '013000'), 'America/Toronto', '2026-11-01T05:30:00.000Z'],
  [at('20260329', '023000'), 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
  [at('', '153000'), 'UTC', undefined],
])('the DICOM time %o in %s is %s', (dicomTime, timeZone, instant) => {
  expect(toInstant(dicomTime, timeZone)).toBe(instant)
})
