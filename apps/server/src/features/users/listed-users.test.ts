import { foldText, routes } from '@talus/contract'
import type { ListedUser } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let root: string

beforeAll(async () => {
  server = await startTestServer()
  root = await server.createToken(server.first.users.root.id)
  for (const username of ['zoé', 'Étoile', 'etna', '100%', 'under_score', 'back\\slash'])
    await insertUser(server.unscopedDb, {
      username,
      clinicId: server.second.id,
      flags: { operator: true },
      passwordHash: 'none',
    })
})
afterAll(() => server.close())

const page = async (query: object, token = root) => {
  const answer = await server.call(routes.user.page, { query }, token)
  expect(answer.status).toBe(200)
  return answer.body
}
const names = (rows: readonly Pick<ListedUser, 'username'>[]) =>
  rows.map(({ username }) => username)

test.each(['username', 'firstName', 'lastName', 'createdOn', 'clinic', 'deleted'] as const)(
  'the pages of users sorted by %s contain each user once',
  async (sort) => {
    for (const desc of ['0', '1'] as const) {
      const first = await page({ sort, desc, size: 7 })
      const rest = []
      for (let index = 1; index * 7 < first.total; index += 1)
        rest.push(...(await page({ sort, desc, size: 7, page: index })).rows)
      const everybody = [...first.rows, ...rest].map(({ id }) => id)
      const { body: all } = await server.call(routes.user.list, {}, root)
      expect(everybody).toHaveLength(first.total)
      expect(new Set(everybody)).toEqual(new Set(all.map(({ id }) => id)))
    }
  },
)

test('users are sorted by name without case and accents', async () => {
  const { rows } = await page({ size: 100 })
  const keys = names(rows).map(foldText)
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(keys.indexOf('etoile')).toBe(keys.indexOf('etna') + 1)
})

test('a user search matches all words in names and clinic, without accents', async () => {
  expect(names((await page({ search: 'ETOILE' })).rows)).toEqual(['Étoile'])
  expect(names((await page({ search: 'zoe second' })).rows)).toEqual(['zoé'])
  expect((await page({ search: 'zoe first' })).total).toBe(0)
})

test.each([
  ['100%', '100%'],
  ['under_', 'under_score'],
  ['back\\', 'back\\slash'],
])('a user search for %s is literal, not a pattern', async (search, username) => {
  expect(names((await page({ search })).rows)).toEqual([username])
})

test('a listed user has clinic and permissions, but no password', async () => {
  const { rows } = await page({ search: 'zoe' })
  expect(rows[0]).toMatchObject({
    clinicName: 'Second',
    permissionProfile: { operator: true, clinicAdmin: false, status: 'Active' },
  })
  expect(JSON.stringify(rows)).not.toContain('passwordHash')
})

test('a clinic admin sees only users of their own clinic', async () => {
  const token = await server.createToken(server.first.users.clinicAdmin.id)
  const { rows, total } = await page({ size: 100 }, token)
  expect(total).toBe(rows.length)
  expect(new Set(rows.map(({ clinicId }) => clinicId))).toEqual(new Set([server.first.id]))
})

test('the unpaged user list of clinic users contains only their own clinic', async () => {
  const { first } = server
  for (const kind of ['staff', 'doctor', 'operator', 'clinicAdmin'] as const) {
    const { body } = await server.call(
      routes.user.list,
      {},
      await server.createToken(first.users[kind].id),
    )
    expect([kind, new Set(body.map(({ clinicId }) => clinicId))]).toEqual([
      kind,
      new Set([first.id]),
    ])
    expect(names(body)).toContain(first.users.root.username)
  }
})

test('the unpaged user list of a contract super admin contains their own and their assigned clinics', async () => {
  const { first, second, unscopedDb } = server
  const { id: userId } = first.users.contractSuperAdmin
  const token = await server.createToken(userId)
  const clinics = async () =>
    new Set((await server.call(routes.user.list, {}, token)).body.map(({ clinicId }) => clinicId))
  expect(await clinics()).toEqual(new Set([first.id]))
  await unscopedDb.insertInto('userClinic').values({ userId, clinicId: second.id }).execute()
  expect(await clinics()).toEqual(new Set([first.id, second.id]))
  await unscopedDb.deleteFrom('userClinic').where('userId', '=', userId).execute()
})

test('the user list of one clinic contains exactly its users', async () => {
  const { second, unscopedDb } = server
  const query = { ClinicId: second.id }
  const { body } = await server.call(routes.user.list, { query }, root)
  const there = await unscopedDb
    .selectFrom('user')
    .select('id')
    .where('clinicId', '=', second.id)
    .execute()
  expect(new Set(body.map(({ id }) => id))).toEqual(new Set(there.map(({ id }) => id)))
})

test('the radiologist list contains active radiologists of all clinics', async () => {
  const { first, second, unscopedDb } = server
  const token = await server.createToken(first.users.radiologist.id)
  const listed = async () =>
    (await server.call(routes.user.radiologists, {}, token)).body.map(({ id }) => id)
  const everybody = [first, second].flatMap(({ users, targetUsers }) => [
    users.radiologist.id,
    targetUsers.radiologist,
  ])
  expect(new Set(await listed())).toEqual(new Set(everybody))
  const [gone, disabled] = [first.targetUsers.radiologist, second.targetUsers.radiologist]
  await unscopedDb.updateTable('user').set({ isDeleted: true }).where('id', '=', gone).execute()
  const { permissionProfileId } = await unscopedDb
    .selectFrom('user')
    .select('permissionProfileId')
    .where('id', '=', disabled)
    .executeTakeFirstOrThrow()
  await unscopedDb
    .updateTable('permissionProfile')
    .set({ status: 'Inactive' })
    .where('id', '=', permissionProfileId)
    .execute()
  expect(new Set(await listed())).toEqual(
    new Set([first.users.radiologist.id, second.users.radiologist.id]),
  )
})

test('a user page beyond the end is empty, and an invalid page size is refused', async () => {
  expect((await page({ page: 999 })).rows).toEqual([])
  const bad = await server.call(routes.user.page, { query: { size: 1000 } }, root)
  expect(bad.status).toBe(400)
})
