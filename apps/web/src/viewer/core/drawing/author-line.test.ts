import { UserId } from '@talus/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { formatAuthors } from './author-line.ts'

const translate = (key: string, values?: { name: string; time: string }) =>
  `${key.includes('changed') ? 'changed by ' : ''}${values?.name}, ${values?.time}`
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these two texts are asked for
const t = translate as unknown as TFunction
const sign = (id: number, name: string, time: string) => ({
  userId: UserId.parse(id),
  name,
  on: `2026-03-12T${time}:00.000Z`,
})
const martin = sign(1, 'Dr. Martin', '13:02')

test('the author and the time in the zone of the clinic are named', () => {
  const line = formatAuthors(t, { created: martin, changed: null }, 'Europe/Paris')
  expect(line).toBe('Dr. Martin, 2026-03-12 14:02')
})

test('the last change is named, unless the author corrected their fresh drawing', () => {
  const format = (changed: ReturnType<typeof sign>) =>
    formatAuthors(t, { created: martin, changed }, 'UTC')
  expect(format(sign(1, 'Dr. Martin', '13:05'))).toBe('Dr. Martin, 2026-03-12 13:02')
  expect(format(sign(2, 'Eva', '13:05'))).toBe(
    'Dr. Martin, 2026-03-12 13:02 · changed by Eva, 2026-03-12 13:05',
  )
  expect(format(sign(1, 'Dr. Martin', '18:05'))).toContain('changed by Dr. Martin')
})

test('no author is invented', () => {
  expect(formatAuthors(t, undefined, 'UTC')).toBeUndefined()
  expect(formatAuthors(t, { created: null, changed: null }, 'UTC')).toBeUndefined()
  expect(formatAuthors(t, { created: null, changed: martin }, 'UTC')).toBe(
    'changed by Dr. Martin, 2026-03-12 13:02',
  )
})
