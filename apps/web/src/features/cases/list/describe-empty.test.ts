import { noFlags } from '@talus/contract'
import type { Flags } from '@talus/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { describeEmpty } from './describe-empty.ts'

const t = ((key: string) => key) as TFunction
const describe = (status: 1 | 2, flags: Partial<Flags>) =>
  describeEmpty(t, status, { flags: { ...noFlags, ...flags } })

test('an empty tab names Create Case only to users who have the button', () => {
  expect(describe(1, { doctorCase: true })).toBe('cases:empty.1.clinic')
  expect(describe(1, { clinicAdmin: true })).toBe('cases:empty.1.clinic')
  expect(describe(1, { operator: true })).toBe('cases:empty.1.withoutCreate')
  expect(describe(1, { radiologistCase: true })).toBe('cases:empty.1.radiologist')
  expect(describe(2, { operator: true })).toBe('cases:empty.2.clinic')
})
