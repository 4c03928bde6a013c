import { folded, routes } from '@talus/contract'
import type { ListedUser } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: string

beforeAll(async () => {
  server = await testServer()
  root = await server.tokenOf(server.first.people.root.id)
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
  'the pages by %s, one after the other, are everybody once',
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

test('names are sorted as people sort them, whatever their case and accents', async () => {
  const { rows } = await page({ size: 100 })
  const keys = names(rows).map(folded)
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(keys.indexOf('etoile')).toBe(keys.indexOf('etna') + 1)
})

test('a search finds every word, in names and in the clinic, without regard to accents', async () => {
  expect(names((await page({ search: 'ETOILE' })).rows)).toEqual(['Étoile'])
  expect(names((await page({ search: 'zoe second' })).rows)).toEqual(['zoé'])
  expect((await page({ search: 'zoe first' })).total).toBe(0)
})

test.each([
  ['100%', '100%'],
  ['under_', 'under_score'],
  ['back\\', 'back\\slash'],
])('%s is what it says, not a pattern', async (search, username) => {
  expect(names((await page({ search })).rows)).toEqual([username])
})

test('a line has what its actions depend on', async () => {
  const { rows } = await page({ search: 'zoe' })
  expect(rows[0]).toMatchObject({
    clinicName: 'Second',
    permissionProfile: { operator: true, clinicAdmin: false, status: 'Active' },
  })
  expect(JSON.stringify(rows)).not.toContain('passwordHash')
})

test('a clinic admin sees his own clinic’s people only', async () => {
  const token = await server.tokenOf(server.first.people.clinicAdmin.id)
  const { rows, total } = await page({ size: 100 }, token)
  expect(total).toBe(rows.length)
  expect(new Set(rows.map(({ clinicId }) => clinicId))).toEqual(new Set([server.first.id]))
})

test('the whole list is that of the own clinic for those who work there', async () => {
  const { first } = server
  for (const kind of ['staff', 'doctor', 'operator', 'clinicAdmin'] as const) {
    const { body } = await server.call(
      routes.user.list,
      {},
      await server.tokenOf(first.people[kind].id),
    )
    expect([kind, new Set(body.map(({ clinicId }) => clinicId))]).toEqual([
      kind,
      new Set([first.id]),
    ])
    expect(names(body)).toContain(first.people.root.username)
  }
})

test('a contract super admin’s whole list has his own clinic and those assigned to him', async () => {
  const { first, second, unscopedDb } = server
  const { id: userId } = first.people.contractSuperAdmin
  const token = await server.tokenOf(userId)
  const clinics = async () =>
    new Set((await server.call(routes.user.list, {}, token)).body.map(({ clinicId }) => clinicId))
  expect(await clinics()).toEqual(new Set([first.id]))
  await unscopedDb.insertInto('userClinic').values({ userId, clinicId: second.id }).execute()
  expect(await clinics()).toEqual(new Set([first.id, second.id]))
  await unscopedDb.deleteFrom('userClinic').where('userId', '=', userId).execute()
})

test('the list of one clinic has everybody of it and nobody else', async () => {
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

test('cases are given to radiologists of any clinic who can sign in', async () => {
  const { first, second, unscopedDb } = server
  const token = await server.tokenOf(first.people.radiologist.id)
  const listed = async () =>
    (await server.call(routes.user.radiologists, {}, token)).body.map(({ id }) => id)
  const everybody = [first, second].flatMap(({ people, bystanders }) => [
    people.radiologist.id,
    bystanders.radiologist,
  ])
  expect(new Set(await listed())).toEqual(new Set(everybody))
  const [gone, disabled] = [first.bystanders.radiologist, second.bystanders.radiologist]
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
    new Set([first.people.radiologist.id, second.people.radiologist.id]),
  )
})

test('a page beyond the end is empty, a senseless one is refused', async () => {
  expect((await page({ page: 999 })).rows).toEqual([])
  const bad = await server.call(routes.user.page, { query: { size: 1000 } }, root)
  expect(bad.status).toBe(400)
})
