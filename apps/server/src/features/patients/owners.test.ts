import { routes } from '@talus/contract'
import type { ClinicId, Owner } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createErrorReply } from '../../http/error-reply.ts'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
let clinicId: ClinicId
beforeAll(async () => {
  server = await startTestServer()
  clinicId = server.first.id
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

interface Draft {
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly address?: string
  readonly clinicId?: number
  readonly sharesContact?: boolean
}
const create = (body: Draft, by = token, headers: Record<string, string> = {}) =>
  server.call(routes.owner.create, { body }, by, headers)
const update = (body: Draft & { readonly id: number; readonly status?: 'Active' | 'Inactive' }) =>
  server.call(routes.owner.update, { body }, token)
const register = async (draft: Draft): Promise<Owner> => {
  const answer = await create(draft)
  expect([answer.status, answer.error]).toEqual([200, expect.anything()])
  return answer.body
}
const names = async () =>
  (await server.call(routes.owner.list, { query: { ClinicId: clinicId } }, token)).body.map(
    ({ name }) => name,
  )

test('an owner is registered in the clinic of the user who registers them', async () => {
  const owner = await register({
    name: '  Ana   Lima ',
    phone: '(514) 555-0101',
    email: 'A@Lima.ca',
  })
  expect(owner).toEqual({
    id: expect.any(Number),
    name: 'Ana Lima',
    nameGroups: '',
    address: '',
    phone: '(514) 555-0101',
    email: 'A@Lima.ca',
    clinicId,
    userId: server.first.users.staff.id,
    createdOn: server.clock().toISOString(),
    status: 'Active',
  })
  const one = await server.call(routes.owner.one, { params: { id: owner.id } }, token)
  expect(one.body).toEqual(owner)
  expect(await names()).toContain('Ana Lima')
})

test('many owners may have neither phone nor e-mail', async () => {
  await register({ name: 'No phone' })
  expect(await register({ name: 'No phone' })).toMatchObject({ phone: '', email: '' })
})

test('invalid fields of an owner are reported by field, in both languages', async () => {
  const draft = { name: 'x'.repeat(26), address: 'y'.repeat(36), phone: '12', email: 'nobody' }
  const english = await create(draft)
  expect([english.status, english.error.fields]).toEqual([
    400,
    {
      name: "You've reached maximum name length",
      address: "You've reached address length",
      phone: 'Phone number format is invalid',
      email: 'Email format is invalid',
    },
  ])
  const french = await create({ name: ' ' }, token, { 'accept-language': 'fr' })
  expect(french.error.fields).toEqual({ name: 'Ce champ est obligatoire' })
})

test('a phone number is recognised in any format, and an e-mail address in any case', async () => {
  await register({ name: 'First', phone: '438-555-0199', email: 'first@example.com' })
  const english = await create({ name: 'Second', phone: '+1 (438) 555.0199' })
  expect([english.status, english.error]).toEqual([
    409,
    {
      code: 'record/exists',
      message: 'A owner already exists with that phone',
      conflicts: ['phone'],
    },
  ])
  const french = await create({ name: 'Second', email: 'FIRST@Example.com' }, token, {
    'accept-language': 'fr-CA',
  })
  expect([french.status, french.error.message, french.error.conflicts]).toEqual([
    409,
    'Il existe déjà un propriétaire avec ce courriel',
    ['email'],
  ])
})

test('two owners share a phone number only if the user says so, and both are found by it', async () => {
  await register({ name: 'Family One', phone: '438-555-0277', email: 'family@example.com' })
  const second = { name: 'Family Two', phone: '4385550277', email: 'family@example.com' }
  expect((await create(second)).status).toBe(409)
  const shared = await create({ ...second, sharesContact: true })
  expect(shared.status).toBe(200)
  expect((await update({ ...second, id: shared.body.id, name: 'Family Two B' })).status).toBe(200)
  const { body } = await server.call(
    routes.owner.suggest,
    { query: { text: '438 555 0277' } },
    token,
  )
  expect(body.map(({ name }) => name)).toEqual(['Family One', 'Family Two B'])
  // The first owner still has the number: a third one is asked again.
  expect((await create({ ...second, name: 'Stranger' })).status).toBe(409)
  const moved = await register({ name: 'Moved In', phone: '438-555-0278' })
  const wanted = { id: moved.id, name: 'Moved In', phone: '438-555-0277' }
  expect((await update(wanted)).status).toBe(409)
  expect((await update({ ...wanted, sharesContact: true })).status).toBe(200)
})

test('all taken fields are reported in the order of the form, also if different owners have them', async () => {
  await register({ name: 'Has the phone', phone: '438-555-0111' })
  await register({ name: 'Has the mail', email: 'taken@example.com' })
  const answer = await create({ name: 'C', email: 'Taken@example.com', phone: '4385550111' })
  expect([answer.error.message, answer.error.conflicts]).toEqual([
    'A owner already exists with that phone',
    ['phone', 'email'],
  ])
})

test('another clinic may register an owner with the same phone and e-mail', async () => {
  await register({ name: 'Two clinics', phone: '438-555-0122', email: 'two@example.com' })
  const otherToken = await server.createToken(server.second.users.staff.id)
  const answer = await create(
    { name: 'Two clinics', phone: '438-555-0122', email: 'two@example.com' },
    otherToken,
  )
  expect([answer.status, answer.body.clinicId]).toEqual([200, server.second.id])
})

test('only one of concurrent owners with the same phone is registered, and a retry is refused', async () => {
  const drafts = ['One', 'Other', 'Third'].map((name) => ({ name, phone: '438 555 0133' }))
  const answers = await Promise.all(drafts.map((draft) => create(draft)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409,
  ])
  for (const { error, status } of answers)
    if (status === 409) expect(error.conflicts).toEqual(['phone'])
  expect((await create({ name: 'One', phone: '438 555 0133' })).status).toBe(409)
})

test('a violation of the unique index is reported as a conflict of the form field', async () => {
  const { phone, ...other } = await register({ name: 'Indexed', phone: '438-555-0144' })
  const row = {
    name: 'Another',
    search: 'another',
    address: '',
    phone,
    email: null,
    phoneKey: '4385550144',
    clinicId,
    userId: other.userId,
    createdOn: other.createdOn,
  }
  const failure = await server.unscopedDb
    .insertInto('owner')
    .values(row)
    .execute()
    .catch((error: unknown) => error)
  expect(createErrorReply(failure, 'en').body).toEqual({
    code: 'record/exists',
    message: 'A owner already exists with that phone',
    conflicts: ['phone'],
  })
})

test('a change of an owner keeps registering user, time and clinic, and is audited', async () => {
  const owner = await register({ name: 'Before', phone: '438-555-0155', address: '1 Street' })
  server.advanceClock(60_000)
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const body = { id: owner.id, name: 'After', phone: '438-555-0156', clinicId: server.second.id }
  const answer = await server.call(routes.owner.update, { body }, admin)
  expect(answer.body).toEqual({ ...owner, name: 'After', phone: '438-555-0156', address: '' })
  const [event] = await server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', 'owner.update')
    .where('entityId', '=', owner.id)
    .execute()
  expect(event).toMatchObject({
    username: server.first.users.clinicAdmin.username,
    clinicId,
    subject: 'Before',
    before: { name: 'Before', phone: '438-555-0155', address: '1 Street' },
    after: { name: 'After', phone: '438-555-0156', address: '' },
  })
})

test('saving an unchanged owner is not a conflict', async () => {
  const { id } = await register({ name: 'Same', phone: '438-555-0166', email: 'same@example.com' })
  const again = { id, name: 'Same', phone: '(438) 555-0166', email: 'SAME@example.com' }
  expect((await update(again)).status).toBe(200)
  await register({ name: 'Neighbour', phone: '438-555-0167' })
  const moved = await update({ ...again, phone: '438-555-0167' })
  expect([moved.status, moved.error.conflicts]).toEqual([409, ['phone']])
})

test('an inactive owner is not listed, can still be loaded, and no longer blocks their phone number', async () => {
  const draft = { name: 'Left us', phone: '438-555-0177' }
  const { id } = await register(draft)
  expect((await update({ ...draft, id, status: 'Inactive' })).body.status).toBe('Inactive')
  expect(await names()).not.toContain('Left us')
  const one = await server.call(routes.owner.oneByOldPath, { params: { id } }, token)
  expect([one.status, one.body.status]).toEqual([200, 'Inactive'])
  // Without a status in the request it stays as it is.
  expect((await update({ ...draft, id })).body.status).toBe('Inactive')

  await register({ ...draft, name: 'Has it now' })
  const back = await update({ ...draft, id, status: 'Active' })
  expect([back.status, back.error.conflicts]).toEqual([409, ['phone']])
  expect((await update({ id, name: 'Left us', status: 'Active' })).status).toBe(200)
  expect(await names()).toContain('Left us')
})

test('an owner of another clinic gives the same error as a missing one', async () => {
  const foreign = await update({ id: server.second.records.ownerId, name: 'Stolen' })
  const missing = await update({ id: 999_999, name: 'Stolen' })
  expect([foreign.status, foreign.error]).toEqual([404, missing.error])
  const named = await create({ name: 'Planted', clinicId: server.second.id })
  expect(named).toRefuse('access/other-clinic')
})

test('a user without a clinic has to name the clinic of an owner', async () => {
  const id = await insertUser(server.unscopedDb, {
    username: 'above',
    clinicId: null,
    flags: { superAdmin: true },
    passwordHash: server.passwordHash,
  })
  const above = await server.createToken(id)
  const nowhere = await create({ name: 'Nowhere' }, above)
  expect(nowhere).toRefuse('clinic/of-user-not-found')
  const unknown = await create({ name: 'Unknown', clinicId: 999_999 }, above)
  expect(unknown).toRefuse('record/not-found')
  const there = await create({ name: 'There', clinicId: server.second.id }, above)
  expect([there.status, there.body.clinicId]).toEqual([200, server.second.id])
  const unasked = await server.call(routes.owner.suggest, { query: { text: 'a' } }, above)
  expect(unasked).toRefuse('clinic/of-user-not-found')
})

test('no owner is registered in a deleted clinic', async () => {
  const closed = await insertClinic(server.unscopedDb, 'Closed')
  await server.unscopedDb
    .updateTable('clinic')
    .set({ isDeleted: true })
    .where('id', '=', closed)
    .execute()
  const root = await server.createToken(server.first.users.root.id)
  expect((await create({ name: 'Late', clinicId: closed }, root)).status).toBe(404)
})

test.each(["Robert'); drop", '%', '_', '\u{10FFFF}', '🐕‍🦺', '\u0301', '<b>x</b>', '\\'])(
  'an unusual owner name is stored unchanged: %j',
  async (name) => {
    expect((await register({ name })).name).toBe(name)
  },
)

test('control characters in the name of an owner are refused', async () => {
  const answer = await create({ name: 'A\u0000B' })
  expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, ['name']])
})

test('owners are sorted by name without case and accents, on both databases', async () => {
  const own = await insertClinic(server.unscopedDb, 'Sorted')
  const root = await server.createToken(server.first.users.root.id)
  for (const name of ['zoe', 'Éve', 'eva', 'Étoile', "O'Neil", 'Oakes', 'Œuvre', 'o b', 'École'])
    expect((await create({ name, clinicId: own }, root)).status).toBe(200)
  const { body } = await server.call(routes.owner.list, { query: { ClinicId: own } }, root)
  const sorted = ['École', 'Étoile', 'eva', 'Éve', 'o b', "O'Neil", 'Oakes', 'Œuvre', 'zoe']
  expect(body.map(({ name }) => name)).toEqual(sorted)
})
