import { routes } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser } from '../testing/records/clinics-and-users.ts'
import { closedRoutes, endsSession, setUpAccess } from '../testing/server/access-fixture.ts'

const access = setUpAccess()
const { tokens, send } = access

/** Undoes what the requests of the tests have done: each clinic has one case, which is available. */
async function restoreCases() {
  const { first, second, unscopedDb } = access.server
  const own = [first, second].map(({ records }) => records.caseId)
  await unscopedDb
    .updateTable('radCase')
    .set({ isDeleted: true })
    .where('id', 'not in', own)
    .execute()
  await unscopedDb
    .updateTable('radCase')
    .set({ status: 1, radiologistId: null, isDeleted: false })
    .where('id', 'in', own)
    .execute()
}

test('cases are counted in the own clinic, and in all clinics for radiologists and super admins', async () => {
  const { first, unscopedDb, passwordHash } = access.server
  await restoreCases()
  const count = async (token: string | undefined) =>
    (await access.server.call(routes.radCase.stat, {}, token)).body
  for (const kind of ['doctor', 'clinicAdmin', 'operator'] as const)
    expect([kind, await count(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 1 }]])
  for (const kind of ['radiologist', 'superAdmin', 'root'] as const)
    expect([kind, await count(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 2 }]])
  const flags = { doctorCase: true, radiologistCase: true }
  const user = { username: 'asks.and.answers', clinicId: first.id, flags, passwordHash }
  const both = await access.server.createToken(await insertUser(unscopedDb, user))
  expect(await count(both)).toEqual([{ status: 1, count: 2 }])
})

/** The whole table of routes, read by a radiologist of no clinic. */
describe.each(['a draft', 'a case of another radiologist', 'a deleted case'] as const)(
  'a clinic with nothing but %s',
  (kind) => {
    let token: string

    async function setCases(other: UserId) {
      const change = {
        'a draft': { status: 0, radiologistId: null },
        'a case of another radiologist': { status: 2, radiologistId: other },
        'a deleted case': { status: 1, radiologistId: null, isDeleted: true },
      } as const
      await restoreCases()
      await access.server.unscopedDb
        .updateTable('radCase')
        .set(change[kind])
        .where('isDeleted', '=', false)
        .execute()
    }

    beforeAll(async () => {
      const { unscopedDb, passwordHash } = access.server
      const add = (username: string) =>
        insertUser(unscopedDb, {
          username: `${username} ${kind}`,
          clinicId: null,
          flags: { radiologistCase: true },
          passwordHash,
        })
      token = await access.server.createToken(await add('reader'))
      await setCases(await add('other reader'))
    })
    afterAll(async () => {
      await restoreCases()
    })

    test(`a radiologist reads nothing of a clinic with nothing but ${kind}`, async () => {
      const { id, records } = access.server.second
      const secrets = [`Rex ${id}`, `Owner ${id}`, '"Second"', records.studyInstanceUID]
      for (const { name, route } of closedRoutes.filter((one) => !endsSession(one.route))) {
        const { status, body } = await send(name, route, access.server.second, token)
        const text = JSON.stringify(body ?? '')
        expect([name, status, secrets.filter((secret) => text.includes(secret))]).toEqual([
          name,
          status,
          [],
        ])
        // Records that are named by their id do not exist.
        const namesRecord = route.params !== undefined && typeof route.clinic === 'string'
        if (namesRecord && route.clinic !== 'none' && route.method === 'GET' && status !== 403)
          expect([name, status]).toEqual([name, 404])
      }
      // Radiologists know how many cases their colleagues have, and nothing else of them.
      expect((await access.server.call(routes.radCase.stat, {}, token)).body).toEqual(
        kind === 'a case of another radiologist' ? [{ status: 2, count: 2 }] : [],
      )
    })
  },
)
