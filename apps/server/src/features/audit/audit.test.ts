import { limits, routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { removeExpiredEvents } from './retention.ts'

let server: TestServer
let root: string
const minute = 60_000

function expectDone({ status }: { readonly status: number }) {
  if (status !== 200) throw new Error(`a change answered ${status}`)
}

beforeAll(async () => {
  server = await startTestServer()
  const { first, second } = server
  root = await server.createToken(first.users.root.id)
  const superAdmin = await server.createToken(first.users.superAdmin.id)
  const doctor = { firstName: 'Ann', clinicId: first.id }
  expectDone(
    await server.call(routes.doctor.create, { body: { ...doctor, lastName: 'Able' } }, superAdmin),
  )
  server.advanceClock(minute)
  expectDone(
    await server.call(routes.doctor.create, { body: { ...doctor, lastName: '=1+1' } }, root),
  )
  server.advanceClock(minute)
  const third = { ...doctor, lastName: 'Îlot, "the" third', clinicId: second.id }
  expectDone(await server.call(routes.doctor.create, { body: third }, root))
  server.advanceClock(minute)
  const clinic = {
    id: first.id,
    name: 'First',
    address: '1 Test Street',
    clinicType: 'Human',
  } as const
  expectDone(await server.call(routes.clinic.update, { body: clinic }, root))
})
afterAll(() => server.close())

const page = async (query: object) => {
  const answer = await server.call(routes.audit.page, { query }, root)
  expect(answer.status).toBe(200)
  return answer.body
}
const listEvents = async (query: object) =>
  (await page(query)).rows.map(({ action, subject }) => `${action} ${subject}`)

test('the newest audit event is first, with user, action, clinic and address', async () => {
  const { rows, total } = await page({})
  expect(total).toBe(4)
  expect(rows[0]).toMatchObject({
    action: 'clinic.update',
    subject: 'First',
    username: 'root.First',
    clinicName: 'First',
    address: '127.0.0.1',
    before: { clinicType: 'Veterinary' },
    after: { clinicType: 'Human' },
  })
})

test('audit events are filtered by kind, action, user, clinic and time', async () => {
  expect(await listEvents({ action: 'doctor' })).toHaveLength(3)
  expect(await listEvents({ action: 'clinic.update' })).toEqual(['clinic.update First'])
  expect(await listEvents({ userId: server.first.users.superAdmin.id })).toEqual([
    'doctor.create Ann Able',
  ])
  expect(await listEvents({ ClinicId: server.second.id })).toEqual([
    'doctor.create Ann Îlot, "the" third',
  ])
  const from = '2026-03-02T14:01:00.000Z'
  const to = '2026-03-02T14:02:00.000Z'
  expect(await listEvents({ from, to })).toEqual(['doctor.create Ann =1+1'])
})

test('a long audit trail is counted up to a limit, and sorted by time only', async () => {
  const row = { userId: null, clinicId: null, entityId: null, before: null, after: null }
  const events = Array.from({ length: limits.countedRows + 10 }, (_one, index) => ({
    ...row,
    at: `2020-01-01T00:00:00.${String(index % 1000).padStart(3, '0')}Z`,
    username: `user${index % 7}`,
    action: 'generator.set',
    kind: 'generator',
    subject: 'Room 1',
    search: `user${index % 7} room 1 generator.set`,
    address: '192.0.2.1',
  }))
  await server.unscopedDb.transaction().execute(async (unscopedDb) => {
    for (let start = 0; start < events.length; start += 500)
      await unscopedDb
        .insertInto('auditEvent')
        .values(events.slice(start, start + 500))
        .execute()
  })
  for (const filter of [{ action: 'generator' }, { search: 'room' }]) {
    const found = await page({ ...filter, sort: 'username', size: 5 })
    expect(found).toMatchObject({ total: limits.countedRows, isMore: true, sortedBy: 'at' })
    const ids = found.rows.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect((await page({ ...filter, desc: '0', size: 1 })).rows[0]?.id).toBeLessThan(
      ids.at(-1) ?? 0,
    )
    expect((await page({ ...filter, page: limits.countedRows, size: 1 })).rows).toEqual([])
  }
  expect(await page({ search: 'user3 gener', action: 'doctor' })).toMatchObject({ total: 0 })
  expect(await page({ search: 'user3', from: '2021-01-01T00:00:00.000Z' })).toMatchObject({
    total: 0,
  })
  await server.unscopedDb.deleteFrom('auditEvent').where('kind', '=', 'generator').execute()
  expect(await page({ search: 'room' })).toMatchObject({ total: 0, isMore: false })
})

test('an audit search finds the changed record without accents', async () => {
  expect(await listEvents({ search: 'ilot' })).toEqual(['doctor.create Ann Îlot, "the" third'])
  expect(await listEvents({ search: 'superadmin doctor' })).toEqual(['doctor.create Ann Able'])
})

test('the pages of audit events contain each event once in any order', async () => {
  for (const sort of ['at', 'username', 'action', 'subject', 'clinic', 'address'] as const) {
    const first = await page({ sort, size: 3, desc: '0' })
    const second = await page({ sort, size: 3, page: 1, desc: '0' })
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4)
  }
})

test('events older than the configured years are removed, which is an event itself', async () => {
  const { unscopedDb, clock } = server
  const old = { userId: null, clinicId: null, entityId: null, before: null, after: null }
  await unscopedDb
    .insertInto('auditEvent')
    .values({
      ...old,
      at: '2015-01-01T00:00:00.000Z',
      username: 'ancient',
      action: 'user.update',
      kind: 'user',
      subject: '',
      search: 'ancient',
      address: '',
    })
    .execute()
  await removeExpiredEvents({ unscopedDb, clock }, undefined)
  expect(await page({ search: 'ancient' })).toMatchObject({ total: 1 })
  await removeExpiredEvents({ unscopedDb, clock }, 10)
  expect(await page({ search: 'ancient' })).toMatchObject({ total: 0 })
  expect((await page({ action: 'audit.expire' })).rows).toMatchObject([
    { username: 'Talus', subject: '2016-03-02', after: { count: 1 } },
  ])
  await removeExpiredEvents({ unscopedDb, clock }, 10)
  expect((await page({ action: 'audit' })).total).toBe(1)
})

test('the CSV export of audit events contains no formulas', async () => {
  const answer = await server.call(routes.audit.csv, { query: { action: 'doctor' } }, root)
  const csv = String(answer.body)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"')
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe('\uFEFFat,username,action,subject,entityId,clinicName,address,before,after')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain('"Ann Îlot, ""the"" third"')
  expect(csv).not.toMatch(/(?:^|,)"?[=+@]/mu)
})
