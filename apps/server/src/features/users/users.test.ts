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
import { insertClinic, insertUser, userKinds } from '../../testing/records/clinics-and-users.ts'
import type { UserKind } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

const kindNames = Object.keys(userKinds) as UserKind[]

let server: TestServer
const actors = new Map<UserKind, { readonly token: string; readonly actor: Actor }>()
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** All users sign in again for each test, because a test may have disabled or renamed them. */
beforeEach(async () => {
  for (const kind of kindNames) {
    const token = await server.createToken(server.first.users[kind].id)
    const actor = await server.findActor(token)
    if (actor) actors.set(kind, { token, actor })
  }
})

function by(kind: UserKind) {
  const found = actors.get(kind)
  if (!found) throw new Error(`${kind} is not signed in`)
  return found
}

async function addUser(kind: UserKind, clinicId = server.first.id) {
  count += 1
  const username = `somebody.${count}`
  const flags = userKinds[kind]
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
  test('permission flags can be changed exactly where the actor may grant them', async () => {
    const { token, actor } = by(kind)
    for (const flag of permissionFlags) {
      const { permissionProfileId: id } = await addUser('staff')
      const body = { id, [flag]: true }
      const answer = await server.call(routes.permissionProfile.update, { body }, token)
      const isAllowed = can(actor, 'user.manage') && mayGrant(actor, flag)
      expect([flag, answer.status]).toEqual([flag, isAllowed ? 200 : 403])
      expect([flag, (await profileOf(id))[flag]]).toEqual([flag, isAllowed])
    }
  })

  test('permission flags of more privileged users cannot be changed', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await addUser(other)
      const before = person.flags.operator
      const body = { id: person.permissionProfileId, operator: !before }
      const answer = await server.call(routes.permissionProfile.update, { body }, token)
      const isAllowed = mayEditUser(actor, person) && mayGrant(actor, 'operator')
      expect([other, answer.status]).toEqual([other, isAllowed ? 200 : 403])
      const { operator } = await profileOf(person.permissionProfileId)
      expect([other, operator !== before]).toEqual([other, isAllowed])
    }
  })

  test('a new user gets no flag that the creator may not grant', async () => {
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

  test('users can be edited exactly where the rules allow it', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await addUser(other)
      const body = { ...details(person.username), id: person.id, lastName: 'Changed' }
      const answer = await server.call(routes.user.update, { body }, token)
      const isAllowed = mayEditUser(actor, person)
      expect([other, answer.status]).toEqual([other, isAllowed ? 200 : 403])
      expect([other, (await rowOf(person.id)).lastName === 'Changed']).toEqual([other, isAllowed])
    }
  })

  test('users can be deleted exactly where the rules allow it', async () => {
    const { token, actor } = by(kind)
    for (const other of kindNames) {
      const person = await addUser(other)
      const answer = await server.call(routes.user.remove, { params: { id: person.id } }, token)
      const isAllowed = mayDeleteUser(actor, person)
      const refused = can(actor, 'user.delete') ? 400 : 403
      expect([other, answer.status]).toEqual([other, isAllowed ? 204 : refused])
      expect([other, (await rowOf(person.id)).isDeleted]).toEqual([other, isAllowed])
    }
  })
})

test('a refused deletion of a user has the message of the specification', async () => {
  const { id } = await addUser('doctor')
  const answer = await server.call(routes.user.remove, { params: { id } }, by('clinicAdmin').token)
  expect([answer.status, answer.error.message]).toEqual([400, 'User can not be deleted'])
})

test('the last user of a clinic cannot be deleted', async () => {
  const clinicId = await insertClinic(server.unscopedDb, 'Small')
  const people = [await addUser('operator', clinicId), await addUser('staff', clinicId)]
  const answers = []
  for (const { id } of people)
    answers.push(await server.call(routes.user.remove, { params: { id } }, by('root').token))
  expect(answers.map(({ status }) => status)).toEqual([204, 400])
  expect(answers[1]?.error.message).toBe('All users of a clinic cannot be deleted.')
})

test('concurrent deletion of the last two users leaves one', async () => {
  const clinicId = await insertClinic(server.unscopedDb, 'Third')
  const two = [await addUser('staff', clinicId), await addUser('doctor', clinicId)]
  const answers = await Promise.all(
    two.map(({ id }) => server.call(routes.user.remove, { params: { id } }, by('root').token)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]))
})

test('a clinic admin creates users in their own clinic, without naming it', async () => {
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
  const put = async (maxClinicCount: number | undefined, kind: UserKind) => {
    const change = { ...details('limited'), id: answer.body.id, maxClinicCount }
    return server.call(routes.user.update, { body: change }, by(kind).token)
  }
  for (const kind of ['clinicAdmin', 'contractSuperAdmin'] as const)
    expect((await put(4, kind)).status).toBe(403)
  // A limit that is missing or unchanged stays.
  for (const same of [undefined, 3])
    expect((await put(same, 'clinicAdmin')).body.maxClinicCount).toBe(3)
  expect((await put(4, 'superAdmin')).body.maxClinicCount).toBe(4)
})

test('a user cannot be moved to a clinic that the actor does not reach', async () => {
  const { id, username } = await addUser('staff')
  const move = (kind: UserKind, clinicId = server.second.id) =>
    server.call(
      routes.user.update,
      { body: { ...details(username), id, clinicId } },
      by(kind).token,
    )
  const refused = async (kind: UserKind) => (await move(kind)).error.code
  expect(await refused('clinicAdmin')).toBe('access/forbidden')
  expect(await refused('contractSuperAdmin')).toBe('access/other-clinic')
  expect((await rowOf(id)).clinicId).toBe(server.first.id)
  expect((await move('superAdmin')).body.clinicId).toBe(server.second.id)
})

test('a taken username is reported as a conflict', async () => {
  const { username } = await addUser('staff')
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
])('an invalid %s of a user is reported at the field', async (field, change, text) => {
  const body = { ...draft('faulty'), ...change }
  const answer = await server.call(routes.user.create, { body }, by('root').token)
  expect([answer.status, answer.error.fields?.[field]]).toEqual([400, text])
})

test('protected fields of a user are not changed by a request', async () => {
  const { id, username } = await addUser('staff')
  const before = await rowOf(id)
  const body = { ...details(username), id, isDeleted: true, permissionProfileId: 1 }
  const flag = { ...body, root: true }
  const refused = await server.call(routes.user.update, { body: flag }, by('clinicAdmin').token)
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['root']])
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

test('a new password ends the sessions of the user', async () => {
  const { id, username } = await addUser('staff')
  const session = await server.createToken(id)
  const body = { ...details(username), id, password: 'Another-pass-2' }
  expect((await server.call(routes.user.update, { body }, by('clinicAdmin').token)).status).toBe(
    200,
  )
  expect((await server.call(routes.auth.session, {}, session)).status).toBe(401)
  const login = { username, password: 'Another-pass-2' }
  expect((await server.call(routes.auth.login, { body: login })).status).toBe(200)
})

test('disabling a user signs them out, and users cannot disable themselves', async () => {
  const { id, permissionProfileId } = await addUser('staff')
  const session = await server.createToken(id)
  const disable = (profileId: number, kind: UserKind) =>
    server.call(
      routes.permissionProfile.update,
      { body: { id: profileId, status: 'Inactive' } },
      by(kind).token,
    )
  expect((await disable(permissionProfileId, 'clinicAdmin')).status).toBe(403)
  expect((await disable(permissionProfileId, 'superAdmin')).status).toBe(200)
  expect((await server.call(routes.auth.session, {}, session)).status).toBe(401)
  const own = await rowOf(server.first.users.superAdmin.id)
  const answer = await disable(own.permissionProfileId, 'superAdmin')
  expect(answer).toRefuse('user/not-yourself')
})

describe('clinics of a contract super admin', () => {
  const assign = (userId: UserId, clinicIds: readonly number[], kind: UserKind = 'root') =>
    server.call(
      routes.user.assignClinics,
      { body: { userId, clinicIds: [...clinicIds] } },
      by(kind).token,
    )

  test('assigned clinics are replaced as a whole and accessible at once', async () => {
    const { id } = await addUser('contractSuperAdmin')
    const token = await server.createToken(id)
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

  test('assigned clinics cannot exceed the limit of the user', async () => {
    const { id } = await addUser('contractSuperAdmin')
    await server.unscopedDb
      .updateTable('user')
      .set({ maxClinicCount: 1 })
      .where('id', '=', id)
      .execute()
    const answer = await assign(id, [server.first.id, server.second.id])
    expect([answer.status, answer.error.message]).toEqual([400, 'Max clinic count error'])
  })

  test('a clinic limit below the number of assigned clinics is refused', async () => {
    const { id, username } = await addUser('contractSuperAdmin')
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

  test('clinics are assigned to contract super admins only, and have to exist', async () => {
    const { id } = await addUser('clinicAdmin')
    expect((await assign(id, [server.first.id])).error.code).toBe('user/not-assignable')
    const contract = await addUser('contractSuperAdmin')
    expect((await assign(contract.id, [424_242])).status).toBe(404)
    expect((await assign(contract.id, [server.first.id], 'clinicAdmin')).status).toBe(403)
  })
})

test('changes of users are audited without secrets', async () => {
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

test('the audit trail hides a temporary password that an earlier version recorded', async () => {
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

test('a failed change leaves no audit event', async () => {
  const { token } = by('root')
  const newest = async () =>
    (await server.call(routes.audit.page, { query: { size: 1 } }, token)).body.rows[0]?.id
  const before = await newest()
  const { username } = await addUser('staff')
  expect((await server.call(routes.user.create, { body: draft(username) }, token)).status).toBe(409)
  expect(await newest()).toBe(before)
})
