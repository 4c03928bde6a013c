import { Refusal } from '@talus/contract'
import { expect, test } from 'vitest'
import { createSessionLimit } from './session-limit.ts'

test('a session that calls too often is refused until the next minute, and no other session', () => {
  let now = 0
  const count = createSessionLimit(() => now, 3)
  for (let call = 0; call < 3; call += 1) count('one')
  expect(() => count('one')).toThrow(Refusal)
  count('other')
  now = 60_000
  count('one')
})
