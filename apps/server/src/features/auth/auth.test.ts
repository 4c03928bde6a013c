import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { testPassword, startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { hashToken } from './token.ts'

const minute = 60_000
const day = 24 * 60 * minute

let server: TestServer
let username: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Each test has a user of its own, so that limits and sessions do not mix. */
beforeEach(async () => {
  count += 1
  username = `person.${count}`
  await addUser({})
})

const addUser = (change: { readonly validUntil?: string; readonly email?: string }) =>
  insertUser(server.unscopedDb, {
    username,
    clinicId: server.first.id,
    flags: {},
    passwordHash: server.passwordHash,
    email: `${username}@example.com`,
    ...change,
  })

const login = (password = testPassword, name = username) =>
  server.call(routes.auth.login, { body: { username: name, password } })

async function signIn() {
  const { headers } = await login()
  return String(headers['authorization']).replace('Bearer ', '')
}

const session = (token: string) => server.call(routes.auth.session, {}, token)

test('signing in returns the token in the Authorization header and the user', async () => {
  const { status, headers, body } = await login()
  expect(status).toBe(200)
  expect(headers['authorization']).toMatch(/^Bearer [\w-]{43}$/u)
  expect(body).toMatchObject({ user: { username }, clinic: { name: 'First' } })
  expect(JSON.stringify(body)).not.toMatch(/password/iu)
})

test('the token opens the session and the database keeps only its hash', async () => {
  const token = await signIn()
  expect((await session(token)).body.user.username).toBe(username)
  const rows = await server.unscopedDb.selectFrom('session').selectAll().execute()
  expect(rows.map(({ tokenHash }) => tokenHash)).toContain(hashToken(token))
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('usernames are compared without case and accents', async () => {
  expect((await login(testPassword, username.toUpperCase())).status).toBe(200)
})

test('a wrong password and an unknown user get the same response', async () => {
  const wrong = await login('Wrong-password-1')
  const unknown = await login('Wrong-password-1', `${username}-nobody`)
  expect(wrong.status).toBe(401)
  expect(unknown.error).toEqual(wrong.error)
  expect(wrong.headers['authorization']).toBeUndefined()
})

test('a failed sign-in is reported in the requested language', async () => {
  const body = { username, password: 'Wrong-password-1' }
  const texts = await Promise.all(
    ['en', 'fr'].map(
      async (language) =>
        (await server.call(routes.auth.login, { body }, undefined, { 'accept-language': language }))
          .error.message,
    ),
  )
  expect(texts[0]).not.toBe(texts[1])
})

test('empty fields of a sign-in are reported', async () => {
  const { status, error } = await server.call(routes.auth.login, {
    body: { username: '  ', password: '' },
  })
  expect(status).toBe(400)
  expect(Object.keys(error.fields ?? {})).toEqual(['username', 'password'])
})

test('five wrong attempts block the account for that address for a while', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await login('Wrong-password-1')
  const blocked = await login()
  expect(blocked).toRefuse('auth/too-many-attempts')
  expect(blocked.headers['retry-after']).toBe('900')
  server.advanceClock(16 * minute)
  expect((await login()).status).toBe(200)
})

const loginFrom = async (remoteAddress: string, password = testPassword) => {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}auth/login`,
    remoteAddress,
    payload: { username, password },
  })
  return statusCode
}

test('failed attempts from one address do not block the user at another address', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await loginFrom('10.1.0.1', 'Wrong-password-1')).toBe(401)
  expect(await loginFrom('10.1.0.1')).toBe(429)
  expect(await loginFrom('10.1.0.2')).toBe(200)
})

test.each([
  ['one account from all addresses', 50, (at: number) => ({ address: `10.2.0.${at}` })],
  ['one address on all accounts', 100, (at: number) => ({ usernameKey: `guessed.${at}` })],
])('failed sign-ins of %s are limited to %i', async (_whose, most, differing) => {
  const address = `10.3.0.${most}`
  const fail = (at: number) =>
    server.unscopedDb
      .insertInto('signInFailure')
      .values({
        usernameKey: username,
        address,
        failedOn: server.clock().toISOString(),
        ...differing(at),
      })
      .execute()
  for (let at = 1; at < most; at += 1) await fail(at)
  expect(await loginFrom(address, 'Wrong-password-1')).toBe(401)
  expect(await loginFrom(address)).toBe(429)
})

test('a user is never shut out of a known address by the failures of others', async () => {
  expect(await loginFrom('10.4.0.1')).toBe(200)
  for (let at = 0; at < 60; at += 1)
    await server.unscopedDb
      .insertInto('signInFailure')
      .values({
        usernameKey: username,
        address: `10.5.0.${at}`,
        failedOn: server.clock().toISOString(),
      })
      .execute()
  expect(await loginFrom('10.4.0.1')).toBe(200)
  // A new address waits for a pause of the others, and has one attempt then.
  expect(await loginFrom('10.4.0.2')).toBe(429)
  server.advanceClock(minute)
  expect(await loginFrom('10.4.0.2', 'Wrong-password-1')).toBe(401)
  server.advanceClock(minute)
  expect(await loginFrom('10.4.0.2')).toBe(429)
  expect(await loginFrom('10.4.0.3')).toBe(200)
})

test('guesses at an address that the user knows only slow the sign-in down', async () => {
  expect(await loginFrom('10.6.0.1')).toBe(200)
  const second = 1000
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await loginFrom('10.6.0.1', 'Wrong-password-1')).toBe(401)
  const early = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}auth/login`,
    remoteAddress: '10.6.0.1',
    payload: { username, password: testPassword },
  })
  expect(early.statusCode).toBe(429)
  expect(early.json()).toMatchObject({ code: 'auth/attempt-too-soon' })
  expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(10)
  server.advanceClock(10 * second)
  expect(await loginFrom('10.6.0.1', 'Wrong-password-1')).toBe(401)
  expect(await loginFrom('10.6.0.1', 'Wrong-password-1')).toBe(429)
  server.advanceClock(10 * second)
  expect(await loginFrom('10.6.0.1')).toBe(200)
})

test('concurrent sign-in attempts give no more guesses than sequential ones', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, guess) => login(`Wrong-password-${guess}`)),
  )
  const countStatus = (status: number) =>
    answers.filter((answer) => answer.status === status).length
  expect([countStatus(401), countStatus(429)]).toEqual([5, 15])
})

test('concurrent sign-ins with the right password all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => login()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('logging out invalidates only the token of that session', async () => {
  const [token, other] = [await signIn(), await signIn()]
  expect((await server.call(routes.auth.logout, {}, token)).status).toBe(204)
  expect((await session(token)).status).toBe(401)
  expect((await session(other)).status).toBe(200)
})

test('a session ends after half a day without requests', async () => {
  const token = await signIn()
  server.advanceClock(11 * 60 * minute)
  expect((await session(token)).status).toBe(200)
  server.advanceClock(11 * 60 * minute)
  expect((await session(token)).status).toBe(200)
  server.advanceClock(13 * 60 * minute)
  expect((await session(token)).status).toBe(401)
})

test('a session ends after a week in any case', async () => {
  const token = await signIn()
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    server.advanceClock(6 * 60 * minute)
    await session(token)
  }
  expect((await session(token)).status).toBe(200)
  server.advanceClock(6 * 60 * minute)
  expect((await session(token)).status).toBe(401)
})

test.each([
  ['disabled', 'auth/account-inactive'],
  ['deleted', 'auth/account-deleted'],
  ['expired', 'auth/account-expired'],
] as const)(
  'a user who is %s is signed out at once and gets the reason at sign-in',
  async (change, code) => {
    const token = await signIn()
    const user = await server.unscopedDb
      .selectFrom('user')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    if (change === 'disabled')
      await server.unscopedDb
        .updateTable('permissionProfile')
        .set({ status: 'Inactive' })
        .where('id', '=', user.permissionProfileId)
        .execute()
    else
      await server.unscopedDb
        .updateTable('user')
        .set(change === 'deleted' ? { isDeleted: true } : { validUntil: '2026-03-01' })
        .where('id', '=', user.id)
        .execute()
    expect((await session(token)).status).toBe(401)
    const again = await login()
    expect([again.status, again.error.code]).toEqual([403, code])
    expect((await login('Wrong-password-1')).error.code).toBe('auth/wrong-credentials')
  },
)

test('the last day of access is a day in the clinic’s time zone, not in UTC', async () => {
  username = `${username}-late`
  const inToronto = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...options })
  const hour = inToronto({ hour: 'numeric', hour12: false })
  // After eight in the evening it is the next day in UTC.
  while (hour.format(server.clock()) !== '23') server.advanceClock(60 * minute)
  await addUser({ validUntil: inToronto({ dateStyle: 'short' }).format(server.clock()) })
  expect((await login()).status).toBe(200)
  server.advanceClock(60 * minute)
  expect((await login()).error.code).toBe('auth/account-expired')
})

async function mailedLink() {
  const folder = join(server.folder, 'mail')
  for (let wait = 0; wait < 100; wait += 1) {
    const files = await readdir(folder).catch(() => [])
    for (const file of files.filter((name) => name.endsWith('.eml'))) {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '')
      const token = /resetpassword\/#([\w-]{43})/u.exec(text)?.[1]
      if (text.includes(`${username}@example.com`) && token) return { token, text, file }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no mail came')
}

const sendReset = (name = username) =>
  server.call(routes.auth.sendReset, { body: { username: name } })
const reset = (token: string, password: string) =>
  server.call(routes.auth.reset, { body: { token, password } })

test('only the newest reset link of a user works', async () => {
  expect((await sendReset()).status).toBe(204)
  const first = await mailedLink()
  await rm(join(server.folder, 'mail', first.file))
  expect((await sendReset()).status).toBe(204)
  const second = await mailedLink()
  expect(await reset(first.token, 'Another-pass-2')).toRefuse('auth/reset-link-invalid')
  expect((await reset(second.token, 'Another-pass-2')).status).toBe(204)
})

test('a reset link sets a new password, works once and signs out everywhere', async () => {
  const before = await signIn()
  expect((await sendReset()).status).toBe(204)
  const { token, text } = await mailedLink()
  expect(text).toContain('30')
  expect((await reset(token, 'Another-pass-2')).status).toBe(204)
  expect((await session(before)).status).toBe(401)
  expect((await login()).status).toBe(401)
  expect((await login('Another-pass-2')).status).toBe(200)
  const again = await reset(token, 'Yet-another-3')
  expect(again).toRefuse('auth/reset-link-invalid')
})

test('a reset link expires after 30 minutes', async () => {
  await sendReset()
  const { token } = await mailedLink()
  server.advanceClock(31 * minute)
  expect((await reset(token, 'Another-pass-2')).error.code).toBe('auth/reset-link-invalid')
})

test('a reset token is not accepted as a bearer token', async () => {
  await sendReset()
  const { token } = await mailedLink()
  expect((await session(token)).status).toBe(401)
})

test('a password reset request does not reveal whether the user exists', async () => {
  const [known, unknown] = [await sendReset(), await sendReset(`${username}-nobody`)]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test.each([
  ['Short1a', 'Password must be at least 8 characters long'],
  [
    'alllowercase1',
    'Must contain at least one digit, one uppercase character and one lowercase character',
  ],
])(
  'a weak new password %s is refused with the message of the specification',
  async (password, text) => {
    await sendReset()
    const { token } = await mailedLink()
    const { status, error } = await reset(token, password)
    expect([status, error.fields?.['password']]).toEqual([400, text])
  },
)

test('at most three reset links are sent within the lifetime of one', async () => {
  for (let ask = 0; ask < 6; ask += 1) await sendReset()
  await mailedLink()
  const pending = () =>
    server.unscopedDb
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'auth.send-reset')
      .where('state', 'in', ['waiting', 'running'])
      .execute()
  while ((await pending()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const user = await server.unscopedDb
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const links = await server.unscopedDb
    .selectFrom('passwordReset')
    .select('tokenHash')
    .where('userId', '=', user.id)
    .execute()
  expect(links).toHaveLength(3)
  server.advanceClock(day)
})
