import { noFlags, Refusal, routes } from '@talus/contract'
import type { UserId } from '@talus/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { authorizeActor } from './authorize.ts'
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

test('every call with a session is counted, and none without one', async () => {
  const actor = { id: 1 as UserId, username: 'calls', clinicId: null, assignedClinicIds: [] }
  const app = Fastify()
  const deps = {
    authenticate: async () => ({ ...actor, flags: noFlags }),
    authenticateKey: async () => ({ ...actor, flags: noFlags, isService: true as const }),
    countCall: createSessionLimit(() => 0, 2),
  }
  app.get('/', async (request, reply) => {
    try {
      await authorizeActor(routes.account.alive, request, reply, deps)
      return 'admitted'
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error)
    }
  })
  const call = async (token: string | undefined) =>
    (
      await app.inject(
        token === undefined ? '/' : { url: '/', headers: { authorization: `Bearer ${token}` } },
      )
    ).body
  const [one, other] = ['a'.repeat(40), 'b'.repeat(40)]
  const said = []
  for (const token of [one, undefined, one, one, other]) said.push(await call(token))
  expect(said).toEqual([
    'admitted',
    'access/sign-in-required',
    'admitted',
    'request/too-many',
    'admitted',
  ])
  await app.close()
})
