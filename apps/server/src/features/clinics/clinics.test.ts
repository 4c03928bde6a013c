import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import type { UserKind } from '../../testing/records/clinics-and-users.ts'
import { testPassword, startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const tokenOf = (kind: UserKind) => server.createToken(server.first.users[kind].id)
const clinicDraft = (name: string) => ({
  name,
  address: ' 12 Main Street ,\n,Montréal,\nQC ',
  phone: '514-555-0123',
  clinicType: 'Veterinary' as const,
  lang: 'fr' as const,
})
const userDraft = (username: string) => ({
  username,
  firstName: 'First',
  lastName: 'User',
  password: testPassword,
})
const current = async (id: number) =>
  (await server.call(routes.clinic.one, { params: { id } }, await tokenOf('root'))).body

test('a clinic is created together with its first user and their permissions', async () => {
  const body = {
    clinicData: clinicDraft('Nouvelle'),
    userData: userDraft('first.user'),
    permissionProfileData: { clinicAdmin: true, report: true },
  }
  const made = await server.call(
    routes.clinic.createWithUser,
    { body },
    await tokenOf('superAdmin'),
  )
  expect(made.body).toMatchObject({
    name: 'Nouvelle',
    clinicName: 'Nouvelle',
    address: '12 Main Street, Montréal, QC',
    lang: 'fr',
  })
  const login = { username: 'first.user', password: testPassword }
  const session = await server.call(routes.auth.login, { body: login })
  expect(session.body).toMatchObject({
    clinic: { name: 'Nouvelle' },
    permissionProfile: { clinicAdmin: true, report: true, superAdmin: false },
  })
})

test('a clinic cannot take the AE title of the server', async () => {
  const token = await tokenOf('superAdmin')
  const body = { ...clinicDraft('Titled'), aeTitle: server.config.dicomAeTitle }
  const lower = { ...body, aeTitle: body.aeTitle.toLowerCase() }
  expect((await server.call(routes.clinic.create, { body: lower }, token)).status).toBe(400)
  const refused = await server.call(routes.clinic.create, { body }, token)
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['aeTitle']])
  const id = server.second.id
  const changed = await server.call(routes.clinic.update, { body: { ...body, id } }, token)
  expect([changed.status, Object.keys(changed.error.fields ?? {})]).toEqual([400, ['aeTitle']])
})

test('a clinic can be created without users', async () => {
  const body = clinicDraft('Seule')
  const made = await server.call(routes.clinic.create, { body }, await tokenOf('superAdmin'))
  expect([made.status, made.body]).toMatchObject([
    200,
    {
      name: 'Seule',
      clinicName: 'Seule',
      address: '12 Main Street, Montréal, QC',
      clinicType: 'Veterinary',
      lang: 'fr',
      isDeleted: false,
      status: 'Active',
    },
  ])
  expect(await current(made.body.id)).toEqual(made.body)
})

test('a clinic is not created if its first user is refused', async () => {
  const taken = server.first.users.staff.username
  const body = {
    clinicData: clinicDraft('Half'),
    userData: userDraft(taken),
    permissionProfileData: {},
  }
  const answer = await server.call(routes.clinic.createWithUser, { body }, await tokenOf('root'))
  expect([answer.status, answer.error.conflicts]).toEqual([409, ['username']])
  const { body: all } = await server.call(routes.clinic.list, {}, await tokenOf('root'))
  expect(all.map(({ name }) => name)).not.toContain('Half')
})

test('a super admin cannot create a super admin together with a clinic', async () => {
  const body = {
    clinicData: clinicDraft('Raised'),
    userData: userDraft('raised'),
    permissionProfileData: { superAdmin: true },
  }
  const answer = await server.call(
    routes.clinic.createWithUser,
    { body },
    await tokenOf('superAdmin'),
  )
  expect(answer).toRefuse('user/flag-not-grantable')
})

test('name and AE title are changed by root and super admins, the rest by the clinic too', async () => {
  const { name, aeTitle, clinicType } = await current(server.first.id)
  const change = { id: server.first.id, name, aeTitle, clinicType, address: '2 New Street' }
  const put = async (body: typeof change, kind: UserKind) =>
    server.call(routes.clinic.update, { body }, await tokenOf(kind))
  expect((await put(change, 'staff')).body.address).toBe('2 New Street')
  expect((await put(change, 'operator')).status).toBe(403)
  const renamed = await put({ ...change, name: 'Renamed' }, 'clinicAdmin')
  expect(renamed).toRefuse('clinic/not-renamable')
  const titled = await put({ ...change, aeTitle: 'STOLEN' }, 'clinicAdmin')
  expect(titled.status).toBe(403)
  expect((await put({ ...change, aeTitle: 'FIRST' }, 'superAdmin')).body.aeTitle).toBe('FIRST')
  expect((await current(server.first.id)).name).toBe(name)
})

test('two clinics cannot have the same AE title', async () => {
  await insertClinic(server.unscopedDb, 'Taken', { aeTitle: 'TAKEN' })
  const body = { ...clinicDraft('Wants it'), aeTitle: 'TAKEN' }
  const answer = await server.call(routes.clinic.create, { body }, await tokenOf('root'))
  expect([answer.status, answer.error.conflicts]).toEqual([409, ['aeTitle']])
  const inOtherCase = { ...body, aeTitle: 'Taken' }
  const other = await server.call(
    routes.clinic.create,
    { body: inOtherCase },
    await tokenOf('root'),
  )
  expect([other.status, other.error.conflicts]).toEqual([409, ['aeTitle']])
})

test('missing fields of a clinic are reported by field', async () => {
  const body = { name: ' ', address: ' , ', clinicType: '' as 'Human' }
  const answer = await server.call(routes.clinic.create, { body }, await tokenOf('root'))
  expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([
    400,
    ['name', 'address', 'clinicType'],
  ])
})

test('deleting a clinic signs its users out and blocks their sign-in', async () => {
  const id = await insertClinic(server.unscopedDb, 'Closing')
  const user = { username: 'closing', clinicId: id, flags: {}, passwordHash: server.passwordHash }
  const session = await server.createToken(await insertUser(server.unscopedDb, user))
  const remove = async (kind: UserKind) =>
    server.call(routes.clinic.remove, { params: { id } }, await tokenOf(kind))
  expect((await remove('contractSuperAdmin')).status).toBe(403)
  expect((await remove('root')).status).toBe(204)
  expect((await server.call(routes.auth.session, {}, session)).status).toBe(401)
  const login = { username: 'closing', password: testPassword }
  expect((await server.call(routes.auth.login, { body: login })).status).toBe(403)
  expect(await current(id)).toMatchObject({ isDeleted: true, status: 'Inactive' })
  expect((await remove('root')).error.message).toBe('Clinic can not be deleted')
})

test('a clinic with an open case, or the actor’s own, cannot be deleted', async () => {
  const token = await tokenOf('superAdmin')
  const remove = (id: number) => server.call(routes.clinic.remove, { params: { id } }, token)
  expect((await remove(server.first.id)).error.code).toBe('clinic/not-deletable')
  expect((await remove(server.second.id)).error.code).toBe('clinic/not-deletable')
})

test('doctors are added, renamed and removed by everyone but operators', async () => {
  const token = await tokenOf('staff')
  const operator = await tokenOf('operator')
  const body = { firstName: '  Anne ', lastName: 'Côté   Roy' }
  expect((await server.call(routes.doctor.create, { body }, operator)).status).toBe(403)
  const { body: doctor } = await server.call(routes.doctor.create, { body }, token)
  expect(doctor).toMatchObject({
    firstName: 'Anne',
    lastName: 'Côté Roy',
    clinicId: server.first.id,
    role: 1,
    isActive: true,
  })
  const change = { id: doctor.id, firstName: 'Anne', lastName: 'Roy' }
  const renamed = await server.call(routes.doctor.update, { body: change }, token)
  expect(renamed.body.lastName).toBe('Roy')
  const list = async () =>
    (await server.call(routes.doctor.listOfClinic, { params: { id: server.first.id } }, token)).body
  expect((await list()).map(({ id }) => id)).toContain(doctor.id)
  const byId = { params: { id: doctor.id } }
  expect((await server.call(routes.doctor.remove, byId, token)).status).toBe(204)
  expect((await list()).map(({ id }) => id)).not.toContain(doctor.id)
  expect((await server.call(routes.doctor.remove, byId, token)).status).toBe(404)
})

test('changes of clinics and doctors are audited per clinic', async () => {
  const query = { ClinicId: server.first.id, size: 100 }
  const trail = await server.call(routes.audit.page, { query }, await tokenOf('root'))
  const actions = trail.body.rows.map(({ action }) => action)
  expect(actions.slice(0, 3)).toEqual(['doctor.delete', 'doctor.update', 'doctor.create'])
  expect(trail.body.rows.find(({ action }) => action === 'clinic.update')).toMatchObject({
    before: { aeTitle: '' },
    after: { aeTitle: 'FIRST' },
  })
  expect(new Set(trail.body.rows.map(({ clinicId }) => clinicId))).toEqual(
    new Set([server.first.id]),
  )
})
