import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: string
const minute = 60_000

function expectDone({ status }: { readonly status: number }) {
  if (status !== 200) throw new Error(`a change answered ${status}`)
}

beforeAll(async () => {
  server = await testServer()
  const { first, second } = server
  root = await server.tokenOf(first.people.root.id)
  const superAdmin = await server.tokenOf(first.people.superAdmin.id)
  const doctor = { firstName: 'Ann', clinicId: first.id }
  expectDone(
    await server.call(routes.doctor.create, { body: { ...doctor, lastName: 'Able' } }, superAdmin),
  )
  server.pass(minute)
  expectDone(
    await server.call(routes.doctor.create, { body: { ...doctor, lastName: '=1+1' } }, root),
  )
  server.pass(minute)
  const third = { ...doctor, lastName: 'Îlot, "the" third', clinicId: second.id }
  expectDone(await server.call(routes.doctor.create, { body: third }, root))
  server.pass(minute)
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
const told = async (query: object) =>
  (await page(query)).rows.map(({ action, subject }) => `${action} ${subject}`)

test('the newest stands first, and tells who, what and where', async () => {
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

test('filters narrow it: by kind, by action, by person, by clinic, by time', async () => {
  expect(await told({ action: 'doctor' })).toHaveLength(3)
  expect(await told({ action: 'clinic.update' })).toEqual(['clinic.update First'])
  expect(await told({ userId: server.first.people.superAdmin.id })).toEqual([
    'doctor.create Ann Able',
  ])
  expect(await told({ ClinicId: server.second.id })).toEqual([
    'doctor.create Ann Îlot, "the" third',
  ])
  const from = '2026-03-02T14:01:00.000Z'
  const to = '2026-03-02T14:02:00.000Z'
  expect(await told({ from, to })).toEqual(['doctor.create Ann =1+1'])
})

test('a search finds what was changed, whatever its accents', async () => {
  expect(await told({ search: 'ilot' })).toEqual(['doctor.create Ann Îlot, "the" third'])
  expect(await told({ search: 'superadmin doctor' })).toEqual(['doctor.create Ann Able'])
})

test('pages follow each other in any order', async () => {
  for (const sort of ['at', 'username', 'action', 'subject', 'clinic', 'address'] as const) {
    const first = await page({ sort, size: 3, desc: '0' })
    const second = await page({ sort, size: 3, page: 1, desc: '0' })
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4)
  }
})

test('as a table for spreadsheets nothing in it becomes a formula', async () => {
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
