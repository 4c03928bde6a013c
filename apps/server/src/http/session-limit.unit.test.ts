import { noFlags, Refusal, routes } from '@talus/contract'
import type { Route, UserId } from '@talus/contract'
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
  const { call, close } = createCaller(routes.account.alive, 2)
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
  await close()
})

test.each([
  ['a DICOM file', routes.image.importFile],
  ['instances by DICOMweb', routes.dicomWeb.store],
  ['instances of a study by DICOMweb', routes.dicomWeb.storeInStudy],
])('a session that uploads %s is not limited in its number of calls', async (_name, upload) => {
  const { call, close } = createCaller(upload, 2)
  const said = []
  for (let file = 0; file < 5; file += 1) said.push(await call('a'.repeat(40)))
  expect(said).toEqual(Array.from({ length: 5 }, () => 'admitted'))
  await close()
})

/** Calls a route of a session that may call `max` times a minute; replies are codes of refusals. */
function createCaller(route: Route, max: number) {
  const flags = noFlags
  const actor = { id: 1 as UserId, username: 'calls', clinicId: null, assignedClinicIds: [], flags }
  const app = Fastify()
  const deps = {
    authenticate: async () => actor,
    authenticateKey: async () => ({ ...actor, isService: true as const }),
    countCall: createSessionLimit(() => 0, max),
  }
  app.get('/', async (request, reply) => {
    try {
      await authorizeActor(route, request, reply, deps)
      return 'admitted'
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error)
    }
  })
  const call = async (token: string | undefined) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await app.inject({ url: '/', headers })).body
  }
  return { call, close: () => app.close() }
}
