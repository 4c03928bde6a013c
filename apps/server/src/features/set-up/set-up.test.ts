import { noFlags, routes } from '@talus/contract'
import type { RouteRequest, SetUpStep } from '@talus/contract'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmptyServer, startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { createRoot, preparePendingSetUp } from './index.ts'

type EmptyServer = Awaited<ReturnType<typeof startEmptyServer>>
type Complete = RouteRequest<typeof routes.setUp.complete>['body']

const secretKey = 'the key of this server'
const day = 24 * 3_600_000
/** A caller in the network of the clinic: the page was opened at another address than loopback. */
const fromNetwork = { host: '192.168.1.20:4280' }

const first: Complete = {
  clinicData: { name: 'Hillside', address: '1 Main Street', clinicType: 'Veterinary', lang: 'fr' },
  userData: {
    username: 'marie.cote',
    firstName: 'Marie',
    lastName: 'Côté',
    email: 'marie@example.com',
    password: 'Fresh-word-7',
  },
}

let server: EmptyServer
let code: string

async function start(environment: Readonly<Record<string, string>> = {}) {
  server = await startEmptyServer(environment)
  code = await prepare()
}

async function prepare(options?: { readonly isRenewed: boolean }, key = secretKey) {
  const { unscopedDb, clock } = server
  const pending = await preparePendingSetUp({ unscopedDb, secretKey: key, now: clock() }, options)
  return pending.state === 'open' ? pending.code : pending.state
}

const complete = (body: Complete = first, headers: Readonly<Record<string, string>> = {}) =>
  server.call(routes.setUp.complete, { body }, undefined, headers)
const check = (typed: string, headers = fromNetwork) =>
  server.call(routes.setUp.checkCode, { body: { code: typed } }, undefined, headers)
const count = async (table: 'clinic' | 'user') =>
  (await server.unscopedDb.selectFrom(table).select('id').execute()).length

afterEach(() => server.close())

describe('on the clinic’s PC', () => {
  beforeEach(() => start())

  test('the first user is created from the same computer without a code, and signed in', async () => {
    const state = await server.call(routes.setUp.state, {})
    expect(state.body).toEqual({ isOpen: true, needsCode: false })
    const { status, body, headers } = await complete()
    expect(status).toBe(200)
    expect(body.clinic).toMatchObject({ name: 'Hillside', lang: 'fr' })
    expect(body.user).toMatchObject({ username: 'marie.cote', clinicId: body.clinic?.id })
    expect(body.permissionProfile).toMatchObject({
      ...noFlags,
      superAdmin: true,
      clinicAdmin: true,
      report: true,
      advancedTools: true,
      dicomForms: true,
      bulkDownload: true,
      doctorCase: true,
    })
    const token = String(headers['authorization']).replace('Bearer ', '')
    expect((await server.call(routes.auth.session, {}, token)).status).toBe(200)
    const login = { username: 'marie.cote', password: 'Fresh-word-7' }
    expect((await server.call(routes.auth.login, { body: login })).status).toBe(200)
    const trail = await server.call(routes.audit.page, { query: { action: 'system' } }, token)
    expect(trail.body.rows).toMatchObject([
      { action: 'system.set-up', subject: 'marie.cote', after: { from: 'this computer' } },
    ])
    expect(JSON.stringify(trail.body)).not.toContain('Fresh-word')
  })

  test('a caller in the network, or through a proxy, needs the code', async () => {
    for (const headers of [fromNetwork, { 'x-forwarded-for': '192.168.1.77' }]) {
      const state = await server.call(routes.setUp.state, {}, undefined, headers)
      expect(state.body).toEqual({ isOpen: true, needsCode: true })
      expect(await complete(first, headers)).toRefuse('set-up/code-needed')
      expect(await complete({ ...first, code: '' }, headers)).toRefuse('set-up/code-needed')
      expect(await complete({ ...first, code: 'WRONG' }, headers)).toRefuse('set-up/wrong-code')
    }
    expect(await count('user')).toBe(0)
    expect((await complete({ ...first, code }, fromNetwork)).status).toBe(200)
  })

  test('the code is accepted as people type it, and stored as a hash only', async () => {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/u)
    expect((await check(` ${code.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(204)
    const row = await server.unscopedDb.selectFrom('pendingSetUp').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(code.replaceAll('-', ''))
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('the code survives a restart, and expires after a day', async () => {
    expect(await prepare()).toBe(code)
    server.advanceClock(day + 1000)
    expect(await check(code)).toRefuse('set-up/code-expired')
    expect(await complete({ ...first, code }, fromNetwork)).toRefuse('set-up/code-expired')
    const next = await prepare()
    expect(next).not.toBe(code)
    expect(await check(code)).toRefuse('set-up/wrong-code')
    expect((await check(next)).status).toBe(204)
  })

  test('a renewed code replaces the one before, and a server with another key prints none', async () => {
    expect(await prepare(undefined, 'the key of another server')).toBe('printed by another server')
    expect((await check(code)).status).toBe(204)
    const renewed = await prepare({ isRenewed: true })
    expect(await check(code)).toRefuse('set-up/wrong-code')
    expect((await check(renewed)).status).toBe(204)
  })

  test('after five wrong codes an address is shut out, also with the right one', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await check('0000-0000-0000-0000')).toRefuse('set-up/wrong-code')
    expect(await check(code)).toRefuse('auth/too-many-attempts')
    server.advanceClock(15 * 60_000 + 1000)
    expect((await check(code)).status).toBe(204)
  })

  test('thirty guesses at the same time are not thirty attempts', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => check('0000')))
    const counts = Map.groupBy(replies, ({ error }) => error.code)
    expect(counts.get('set-up/wrong-code')).toHaveLength(5)
    expect(counts.get('auth/too-many-attempts')).toHaveLength(25)
  })

  test('of several people at once exactly one becomes the administrator', async () => {
    const names = ['one', 'two', 'three', 'four']
    const replies = await Promise.all(
      names.map((username) =>
        complete(
          { ...first, code, userData: { ...first.userData, username } },
          username === 'one' ? {} : fromNetwork,
        ),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const winner = names[statuses.indexOf(200)]
    const users = await server.unscopedDb.selectFrom('user').select('username').execute()
    expect(new Set(users.map(({ username }) => username))).toEqual(new Set([winner, 'root']))
    expect(await count('clinic')).toBe(1)
  })

  test('a set-up that has ended cannot be repeated, with its code or from the same computer', async () => {
    expect((await complete({ ...first, code })).status).toBe(200)
    expect(await complete({ ...first, code })).toRefuse('set-up/done')
    expect(await complete({ ...first, code }, fromNetwork)).toRefuse('set-up/done')
    expect(await check(code)).toRefuse('set-up/done')
    const state = await server.call(routes.setUp.state, {})
    expect(state.body.isOpen).toBe(false)
    expect(await prepare({ isRenewed: true })).toBe('done')
    expect(await count('clinic')).toBe(1)
  })

  test('a refused request changes nothing, and the set-up can be completed afterwards', async () => {
    const weak = { ...first, userData: { ...first.userData, password: 'short' } }
    expect(await complete(weak)).toRefuse('request/invalid')
    const taken = { ...first, userData: { ...first.userData, username: 'Root' } }
    const refused = await complete(taken)
    expect([refused.error.code, refused.error.conflicts]).toEqual(['record/exists', ['username']])
    expect([await count('clinic'), await count('user')]).toEqual([0, 0])
    expect((await complete()).status).toBe(200)
  })

  test('root exists after the set-up, and no password opens it before it is reset', async () => {
    await complete()
    const root = await server.unscopedDb
      .selectFrom('user')
      .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
      .select(['user.clinicId', 'permissionProfile.root'])
      .where('usernameKey', '=', 'root')
      .executeTakeFirst()
    expect(root).toMatchObject({ clinicId: null, root: true })
    for (const password of ['', ' ', 'root', 'Fresh-word-7', code]) {
      const body = { username: 'root', password }
      expect((await server.call(routes.auth.login, { body })).status).not.toBe(200)
    }
  })

  test('root created by a command ends the set-up; beside the page exactly one of both wins', async () => {
    const { unscopedDb, clock } = server
    const hashPassword = async () => server.passwordHash
    const [byPage, byCommand] = await Promise.all([
      complete(),
      createRoot({ unscopedDb, hashPassword, now: clock() }),
    ])
    expect(byPage.status === 200).toBe(byCommand === undefined)
    expect(await complete()).toRefuse('set-up/done')
    expect(await count('user')).toBe(byPage.status === 200 ? 2 : 1)
  })
})

test('without a prepared set-up, as in a system with users, no caller becomes administrator', async () => {
  server = await startEmptyServer()
  expect((await server.call(routes.setUp.state, {})).body.isOpen).toBe(false)
  expect(await complete()).toRefuse('set-up/done')
})

test.each([
  ['the cloud variant', { TALUS_VARIANT: 'cloud' }],
  ['a server behind a proxy', { TRUST_PROXY: '1' }],
  ['a server that is published with TLS', { PUBLIC_URL: 'https://talus.example/' }],
])('%s demands the code of every caller', async (_name, environment) => {
  await start(environment)
  const state = await server.call(routes.setUp.state, {})
  expect(state.body).toEqual({ isOpen: true, needsCode: true })
  expect(await complete()).toRefuse('set-up/code-needed')
  expect((await complete({ ...first, code })).status).toBe(200)
})

test('with SECOND_FACTOR=admins the first user sets up their second factor first', async () => {
  await start({ SECOND_FACTOR: 'admins' })
  const { body, headers } = await complete()
  expect(body.mustSetUp).toBe(true)
  const token = String(headers['authorization']).replace('Bearer ', '')
  expect(await server.call(routes.clinic.list, {}, token)).toRefuse('account/set-up-required')
})

describe('the steps of a clinic', () => {
  let two: TestServer
  let port: number
  beforeEach(async () => {
    port = await findFreePort()
    two = await startTestServer({
      PUBLIC_URL: 'http://192.168.1.20:4280/vue/',
      HOST: '0.0.0.0',
      PORT: String(port),
    })
    server = await startEmptyServer()
  })
  afterEach(() => two.close())

  const read = async (kind: 'superAdmin' | 'root' | 'clinicAdmin', clinicId = two.first.id) => {
    const token = await two.createToken(two.first.users[kind].id)
    const { body } = await two.call(routes.setUp.progress, { params: { clinicId } }, token)
    return body
  }
  const setSkipped = async (step: SetUpStep | 'reminder', isSkipped: boolean) => {
    const token = await two.createToken(two.first.users.superAdmin.id)
    const params = { clinicId: two.first.id }
    return (await two.call(routes.setUp.skip, { params, body: { step, isSkipped } }, token)).body
  }
  const stateOf = (progress: Awaited<ReturnType<typeof read>>, step: SetUpStep) =>
    progress.steps.find(({ name }) => name === step)?.state

  test('a step is done by the records of the clinic, and open again without them', async () => {
    const before = await read('superAdmin')
    expect(stateOf(before, 'address')).toBe('done')
    expect(stateOf(before, 'dicom-servers')).toBe('done')
    await two.unscopedDb.deleteFrom('dicomDevice').execute()
    await two.unscopedDb.deleteFrom('dicomServer').execute()
    expect(stateOf(await read('superAdmin'), 'dicom-servers')).toBe('open')
    await two.unscopedDb.updateTable('sensor').set({ isEnabled: false }).execute()
    expect(stateOf(await read('superAdmin'), 'devices')).toBe('open')
  })

  test('a skipped step stays skipped until it is done or taken up again', async () => {
    await two.unscopedDb.deleteFrom('skippedStep').execute()
    await two.unscopedDb.updateTable('emailConfig').set({ password: null }).execute()
    expect(stateOf(await read('superAdmin'), 'email')).toBe('open')
    await setSkipped('email', true)
    expect(stateOf(await setSkipped('email', true), 'email')).toBe('skipped')
    expect(stateOf(await setSkipped('email', false), 'email')).toBe('open')
    await setSkipped('email', true)
    await two.unscopedDb.updateTable('emailConfig').set({ password: 'sealed' }).execute()
    expect(stateOf(await read('superAdmin'), 'email')).toBe('done')
  })

  test('the reminder is hidden for one clinic only', async () => {
    expect((await read('superAdmin')).isReminderHidden).toBe(false)
    expect((await setSkipped('reminder', true)).isReminderHidden).toBe(true)
    expect((await read('superAdmin', two.second.id)).isReminderHidden).toBe(false)
  })

  test('a user sees the steps whose settings they see', async () => {
    const names = async (kind: 'superAdmin' | 'root' | 'clinicAdmin') =>
      (await read(kind)).steps.map(({ name }) => name)
    expect(await names('superAdmin')).toEqual(
      expect.arrayContaining(['address', 'devices', 'email', 'dicom-servers']),
    )
    // The settings of root have no e-mail and no DICOM servers.
    expect(await names('root')).not.toContain('email')
    expect(await names('clinicAdmin')).not.toContain('dicom-servers')
  })

  test('the addresses of this computer are tried, and one where nothing answers is said to be silent', async () => {
    const token = await two.createToken(two.first.users.superAdmin.id)
    const { status, body } = await two.call(routes.setUp.addresses, {}, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ port, isServerLocal: false })
    for (const { url, answers } of body.addresses) {
      expect(url.endsWith(`:${port}/vue/`)).toBe(true)
      // The server of this test listens on no port.
      expect(answers).toBe(false)
    }
  })
})
