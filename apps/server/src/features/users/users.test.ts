import {
  can,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
  noFlags,
  permissionFlags,
  routes,
} from '@talus/contract'
import type { Actor, PermissionProfileId, UserId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertClinic, insertUser, kinds } from '../../testing/people.ts'
import type { Kind } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

const kindNames = Object.keys(kinds) as Kind[]

let server: TestServer
const actors = new Map<Kind, { readonly token: string; readonly actor: Actor }>()
let count = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Signed in anew for each test: one of them may have disabled or renamed somebody. */
beforeEach(async () => {
  for (const kind of kindNames) {
    const token = await server.tokenOf(server.first.people[kind].id)
    const actor = await server.actorOf(token)
    if (actor) actors.set(kind, { token, actor })
  }
})

function by(kind: Kind) {
  const found = actors.get(kind)
  if (!found) throw new Error(`${kind} is not signed in`)
  return found
}

async function somebody(kind: Kind, clinicId = server.first.id) {
  count += 1
  const username = `somebody.${count}`
  const flags = kinds[kind]
  const { passwordHash } = server
  const id = await insertUser(server.unscopedDb, { username, clinicId, flags, passwordHash })
  const { permissionProfileId } = await rowOf(id)
  return { id, username, permissionProfileId, flags: { ...noFlags, ...flags }, isDeleted: false }
}

const rowOf = (id: UserId) =>
  server.unscopedDb.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const profileOf = (id: PermissionProfileId) =>
  server.unscopedDb
    .selectFrom('permissionProfile')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const details = (username: string) => ({ username, firstName: 'Ann', lastName: 'Other' })
const draft = (username: string) => ({
  ...details(username),
  password: 'Talus-test-1',
  confirmPassword: 'Talus-test-1',
  clinicId: server.first.id,
})

describe.each(kindNames)('by %s', (kind) => {
  test('flags are switched exactly where they may be granted', async () => {
    const { token, actor } = by(kind)
    for (const flag of permissionFlags) {
      const { permissionProfileId: id } = await somebody('staff')
      const body = { id, [flag]: true }
      const answer = await server.call(routes.permissionProfile.update, { body }, token)
      const isAllowed = can(actor, 'user.manage') && mayGrant(actor, flag)
      expect([flag, answer.status]).toEqual([flag, isAllowed ? 200 : 403])
      expect([flag, (await profileOf(id))[flag]]).toEqual([flag, isAllowed])
    }
  })

  test('flags are switched on nobody who stands above', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await somebody(other)
      const before = person.flags.operator
      const body = { id: person.permissionProfileId, operator: !before }
      const answer = await server.call(routes.permissionProfile.update, { body }, token)
      const isAllowed = mayEditUser(actor, person) && mayGrant(actor, 'operator')
      expect([other, answer.status]).toEqual([other, isAllowed ? 200 : 403])
      const { operator } = await profileOf(person.permissionProfileId)
      expect([other, operator !== before]).toEqual([other, isAllowed])
    }
  })

  test('new users get no flag that the creator may not grant', async () => {
    const { token, actor } = by(kind)
    for (const flag of permissionFlags) {
      count += 1
      const username = `new.${count}`
      const body = { userData: draft(username), permissionProfileData: { [flag]: true } }
      const answer = await server.call(routes.user.createWithPermissions, { body }, token)
      const isAllowed = can(actor, 'user.manage') && mayGrant(actor, flag)
      expect([flag, answer.status]).toEqual([flag, isAllowed ? 200 : 403])
    }
  })

  test('people are edited exactly where they may be', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await somebody(other)
      const body = { ...details(person.username), id: person.id, lastName: 'Changed' }
      const answer = await server.call(routes.user.update, { body }, token)
      const isAllowed = mayEditUser(actor, person)
      expect([other, answer.status]).toEqual([other, isAllowed ? 200 : 403])
      expect([other, (await rowOf(person.id)).lastName === 'Changed']).toEqual([other, isAllowed])
    }
  })

  test('people are deleted exactly where they may be', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await somebody(other)
      const answer = await server.call(routes.user.remove, { params: { id: person.id } }, token)
      const isAllowed = mayDeleteUser(actor, person)
      const refused = can(actor, 'user.delete') ? 400 : 403
      expect([other, answer.status]).toEqual([other, isAllowed ? 204 : refused])
      expect([other, (await rowOf(person.id)).isDeleted]).toEqual([other, isAllowed])
    }
  })
})

test('who may not delete somebody is told in the words of the specification', async () => {
  const { id } = await somebody('doctor')
  const answer = await server.call(routes.user.remove, { params: { id } }, by('clinicAdmin').token)
  expect([answer.status, answer.error.message]).toEqual([400, 'User can not be deleted'])
})

test('the last user of a clinic stays', async () => {
  const clinicId = await insertClinic(server.unscopedDb, 'Small')
  const people = [await somebody('operator', clinicId), await somebody('staff', clinicId)]
  const answers = []
  for (const { id } of people)
    answers.push(await server.call(routes.user.remove, { params: { id } }, by('root').token))
  expect(answers.map(({ status }) => status)).toEqual([204, 400])
  expect(answers[1]?.error.message).toBe('All users of a clinic cannot be deleted.')
})

test('of the last two, deleted at the same moment, one stays', async () => {
  const clinicId = await insertClinic(server.unscopedDb, 'Third')
  const two = [await somebody('staff', clinicId), await somebody('doctor', clinicId)]
  const answers = await Promise.all(
    two.map(({ id }) => server.call(routes.user.remove, { params: { id } }, by('root').token)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]))
})

test('a clinic admin creates in his own clinic, without naming it', async () => {
  const { clinicId: _clinicId, ...body } = draft('own.clinic')
  const answer = await server.call(routes.user.create, { body }, by('clinicAdmin').token)
  expect([answer.status, answer.body.clinicId]).toEqual([200, server.first.id])
  const root = await server.call(routes.user.create, { body }, by('root').token)
  expect([root.status, Object.keys(root.error.fields ?? {})]).toEqual([400, ['clinicId']])
})

test('the clinic limit is set by root and super admins', async () => {
  const body = { ...draft('limited'), maxClinicCount: 3 }
  expect((await server.call(routes.user.create, { body }, by('clinicAdmin').token)).status).toBe(
    403,
  )
  const answer = await server.call(routes.user.create, { body }, by('superAdmin').token)
  expect(answer.body.maxClinicCount).toBe(3)
  const put = async (maxClinicCount: number | undefined, kind: Kind) => {
    const change = { ...details('limited'), id: answer.body.id, maxClinicCount }
    return server.call(routes.user.update, { body: change }, by(kind).token)
  }
  for (const kind of ['clinicAdmin', 'contractSuperAdmin'] as const)
    expect((await put(4, kind)).status).toBe(403)
  // What he does not name, or names as it is, stays.
  for (const same of [undefined, 3])
    expect((await put(same, 'clinicAdmin')).body.maxClinicCount).toBe(3)
  expect((await put(4, 'superAdmin')).body.maxClinicCount).toBe(4)
})

test('nobody is moved into a clinic that the mover does not reach', async () => {
  const { id, username } = await somebody('staff')
  const move = (kind: Kind, clinicId = server.second.id) =>
    server.call(
      routes.user.update,
      { body: { ...details(username), id, clinicId } },
      by(kind).token,
    )
  const refused = async (kind: Kind) => (await move(kind)).error.code
  expect(await refused('clinicAdmin')).toBe('access/forbidden')
  expect(await refused('contractSuperAdmin')).toBe('access/other-clinic')
  expect((await rowOf(id)).clinicId).toBe(server.first.id)
  expect((await move('superAdmin')).body.clinicId).toBe(server.second.id)
})

test('a username that is taken is named', async () => {
  const { username } = await somebody('staff')
  const body = draft(username.toUpperCase())
  const answer = await server.call(routes.user.create, { body }, by('root').token)
  expect([answer.status, answer.error.message, answer.error.conflicts]).toEqual([
    409,
    'A user already exists with that username',
    ['username'],
  ])
})

test.each([
  [
    'confirmPassword',
    { confirmPassword: 'Talus-test-2' },
    'Password field must match Confirm Password field',
  ],
  [
    'password',
    { password: 'Ab1', confirmPassword: 'Ab1' },
    'Password must be at least 8 characters long',
  ],
  ['username', { username: ' ' }, 'This field is required'],
  ['validUntil', { validUntil: '2026-03-01' }, 'This date is in the past'],
])('a fault of %s is told at the field', async (field, change, text) => {
  const body = { ...draft('faulty'), ...change }
  const answer = await server.call(routes.user.create, { body }, by('root').token)
  expect([answer.status, answer.error.fields?.[field]]).toEqual([400, text])
})

test('what a request may not set is not set', async () => {
  const { id, username } = await somebody('staff')
  const before = await rowOf(id)
  const body = { ...details(username), id, isDeleted: true, permissionProfileId: 1, root: true }
  expect((await server.call(routes.user.update, { body }, by('clinicAdmin').token)).status).toBe(
    200,
  )
  const { isDeleted, permissionProfileId, createdOn, passwordHash } = await rowOf(id)
  expect({ isDeleted, permissionProfileId, createdOn, passwordHash }).toEqual({
    isDeleted: false,
    permissionProfileId: before.permissionProfileId,
    createdOn: before.createdOn,
    passwordHash: before.passwordHash,
  })
})

test('a new password ends the sessions of that person', async () => {
  const { id, username } = await somebody('staff')
  const session = await server.tokenOf(id)
  const body = { ...details(username), id, password: 'Another-pass-2' }
  expect((await server.call(routes.user.update, { body }, by('clinicAdmin').token)).status).toBe(
    200,
  )
  expect((await server.call(routes.auth.session, {}, session)).status).toBe(401)
  const login = { username, password: 'Another-pass-2' }
  expect((await server.call(routes.auth.login, { body: login })).status).toBe(200)
})

test('disabling somebody signs him out; nobody disables himself', async () => {
  const { id, permissionProfileId } = await somebody('staff')
  const session = await server.tokenOf(id)
  const disable = (profileId: number, kind: Kind) =>
    server.call(
      routes.permissionProfile.update,
      { body: { id: profileId, status: 'Inactive' } },
      by(kind).token,
    )
  expect((await disable(permissionProfileId, 'clinicAdmin')).status).toBe(403)
  expect((await disable(permissionProfileId, 'superAdmin')).status).toBe(200)
  expect((await server.call(routes.auth.session, {}, session)).status).toBe(401)
  const own = await rowOf(server.first.people.superAdmin.id)
  const answer = await disable(own.permissionProfileId, 'superAdmin')
  expect([answer.status, answer.error.code]).toEqual([400, 'user/not-yourself'])
})

describe('clinics of a contract super admin', () => {
  const assign = (userId: UserId, clinicIds: readonly number[], kind: Kind = 'root') =>
    server.call(
      routes.user.assignClinics,
      { body: { userId, clinicIds: [...clinicIds] } },
      by(kind).token,
    )

  test('are set as a whole and open those clinics at once', async () => {
    const { id } = await somebody('contractSuperAdmin')
    const token = await server.tokenOf(id)
    const list = async () =>
      (await server.call(routes.clinic.list, {}, token)).body.map((c) => c.id)
    expect((await assign(id, [server.first.id, server.second.id])).status).toBe(200)
    expect((await list()).toSorted((one, other) => one - other)).toEqual([
      server.first.id,
      server.second.id,
    ])
    expect((await assign(id, [])).status).toBe(200)
    expect(await list()).toEqual([server.first.id])
  })

  test('are no more than allowed', async () => {
    const { id } = await somebody('contractSuperAdmin')
    await server.unscopedDb
      .updateTable('user')
      .set({ maxClinicCount: 1 })
      .where('id', '=', id)
      .execute()
    const answer = await assign(id, [server.first.id, server.second.id])
    expect([answer.status, answer.error.message]).toEqual([400, 'Max clinic count error'])
  })

  test('are not made fewer by a lower limit: it is refused', async () => {
    const { id, username } = await somebody('contractSuperAdmin')
    await assign(id, [server.first.id, server.second.id])
    const limit = (maxClinicCount: number) =>
      server.call(
        routes.user.update,
        { body: { ...details(username), id, maxClinicCount } },
        by('superAdmin').token,
      )
    const lower = await limit(1)
    expect([lower.status, lower.error.message]).toEqual([400, 'Max clinic count error'])
    expect((await rowOf(id)).maxClinicCount).toBeNull()
    expect((await limit(2)).body.maxClinicCount).toBe(2)
  })

  test('are for contract super admins, and exist', async () => {
    const { id } = await somebody('clinicAdmin')
    expect((await assign(id, [server.first.id])).error.code).toBe('user/not-assignable')
    const contract = await somebody('contractSuperAdmin')
    expect((await assign(contract.id, [424_242])).status).toBe(404)
    expect((await assign(contract.id, [server.first.id], 'clinicAdmin')).status).toBe(403)
  })
})

test('what was done is written down, without secrets', async () => {
  const { token } = by('root')
  const body = draft('audited')
  const { body: user } = await server.call(routes.user.create, { body }, token)
  const change = { ...details('audited'), id: user.id, lastName: 'New', password: 'Another-pass-2' }
  await server.call(routes.user.update, { body: change }, token)
  await server.call(routes.user.remove, { params: { id: user.id } }, token)
  const trail = await server.call(routes.audit.page, { query: { size: 3 } }, token)
  expect(trail.body.rows.map(({ action, entityId }) => [action, entityId])).toEqual([
    ['user.delete', user.id],
    ['user.update', user.id],
    ['user.create', user.id],
  ])
  expect(trail.body.rows[1]).toMatchObject({
    username: 'root.First',
    before: { lastName: 'Other', passwordHash: '(set)' },
    after: { lastName: 'New', passwordHash: '(set)' },
  })
  expect(JSON.stringify(trail.body)).not.toMatch(/argon2|Another-pass|tempPassword/u)
  const table = await server.call(routes.audit.csv, { query: { action: 'user' } }, token)
  expect(String(table.body)).toContain('audited')
  expect(String(table.body)).not.toMatch(/argon2|Another-pass|tempPassword/u)
})

test('nor does the trail tell of a temporary password that an earlier version wrote down', async () => {
  const { token } = by('root')
  await server.unscopedDb
    .insertInto('auditEvent')
    .values({
      at: server.clock().toISOString(),
      userId: null,
      username: 'earlier',
      clinicId: server.first.id,
      action: 'user.create',
      entityId: 1,
      subject: 'from.before',
      search: 'from.before',
      before: null,
      after: JSON.stringify({ username: 'from.before', tempPassword: null }),
      address: '127.0.0.1',
    })
    .execute()
  const query = { search: 'from.before' }
  const { body } = await server.call(routes.audit.page, { query }, token)
  expect(body.rows.map(({ before, after }) => [before, after])).toEqual([
    [null, { username: 'from.before' }],
  ])
  const table = await server.call(routes.audit.csv, { query }, token)
  expect(String(table.body)).toContain('from.before')
  expect(String(table.body)).not.toContain('tempPassword')
})

test('a change that fails leaves no trace in the trail', async () => {
  const { token } = by('root')
  const newest = async () =>
    (await server.call(routes.audit.page, { query: { size: 1 } }, token)).body.rows[0]?.id
  const before = await newest()
  const { username } = await somebody('staff')
  expect((await server.call(routes.user.create, { body: draft(username) }, token)).status).toBe(409)
  expect(await newest()).toBe(before)
})
