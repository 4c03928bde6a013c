import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser, userKinds } from '../../testing/records/clinics-and-users.ts'
import type { UserKind } from '../../testing/records/clinics-and-users.ts'
import { startTestServer, testPassword } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { hashPassword } from './password-hash.ts'
import { computeCode, getStep } from './second-factor/totp.ts'

let server: TestServer
let username: string
let userId: UserId
let passwordHash: string
let made = 0
const stepMs = 30_000
const quarterHour = 15 * 60_000 + 1000

beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(testPassword)
})
afterAll(() => server.close())

const addUser = (kind: UserKind, at: TestServer = server) => {
  made += 1
  username = `account.${made}`
  return insertUser(at.unscopedDb, {
    username,
    clinicId: at.first.id,
    flags: userKinds[kind],
    passwordHash,
  })
}
beforeEach(async () => {
  userId = await addUser('staff')
})

const login = (password = testPassword, headers: Record<string, string> = {}, at = server) =>
  at.call(routes.auth.login, { body: { username, password } }, undefined, headers)
const readToken = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(answer.headers['authorization']).replace('Bearer ', '')
const signIn = async (headers: Record<string, string> = {}) =>
  readToken(await login(testPassword, headers))
const statusOf = async (token: string) => (await server.call(routes.auth.session, {}, token)).status

async function readTrail() {
  const root = await server.createToken(server.first.users.root.id)
  const { body } = await server.call(routes.audit.page, { query: { userId, size: 20 } }, root)
  return body.rows.map(({ action }) => action).filter((action) => !action.startsWith('session.'))
}

describe('the own password', () => {
  const change = (token: string, body: { currentPassword: string; password: string }) =>
    server.call(routes.account.changePassword, { body }, token)

  test('a new password needs the old one, ends the other sessions and is announced by mail', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const wrong = await change(here, { currentPassword: 'Wrong-1234', password: 'Another-pass-2' })
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([
      400,
      ['currentPassword'],
    ])
    expect(await statusOf(here)).toBe(200)
    const weak = await change(here, { currentPassword: testPassword, password: 'short' })
    expect(Object.keys(weak.error.fields ?? {})).toEqual(['password'])
    const same = await change(here, { currentPassword: testPassword, password: testPassword })
    expect(Object.keys(same.error.fields ?? {})).toEqual(['password'])
    const done = await change(here, { currentPassword: testPassword, password: 'Another-pass-2' })
    expect(done.status).toBe(204)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await login()).status).toBe(401)
    expect((await login('Another-pass-2')).status).toBe(200)
    expect(await readTrail()).toEqual(['account.password'])
    const folder = join(server.folder, 'mail')
    await expect
      .poll(async () => {
        const files = await readdir(folder).catch(() => [])
        const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
        return texts.some((text) => text.includes('Your Talus password was changed'))
      })
      .toBe(true)
  })

  test('guesses of the old password are limited, and the user can still sign in', async () => {
    const token = await signIn()
    for (let guess = 0; guess < 5; guess += 1)
      await change(token, { currentPassword: `Wrong-${guess}`, password: 'Another-pass-2' })
    const body = { currentPassword: testPassword, password: 'Another-pass-2' }
    expect(await change(token, body)).toRefuse('auth/too-many-attempts')
    expect((await login()).status).toBe(200)
    server.advanceClock(quarterHour)
    expect((await change(token, body)).status).toBe(204)
  })
})

describe('the own sessions', () => {
  const list = async (token: string) => (await server.call(routes.account.sessions, {}, token)).body
  const firefox = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0',
  }

  test('a user sees their sessions with device and address, and ends one of them', async () => {
    const here = await signIn(firefox)
    const there = await signIn()
    const sessions = await list(here)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      browser: 'Firefox',
      system: 'Windows',
      address: '127.0.0.1',
      createdOn: server.clock().toISOString(),
    })
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    const params = { id: other?.id ?? '' }
    expect((await server.call(routes.account.endSession, { params }, here)).status).toBe(204)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect(await server.call(routes.account.endSession, { params }, here)).toRefuse(
      'record/not-found',
    )
    expect(await readTrail()).toEqual(['account.end-session'])
  })

  test('an open page learns that its session has ended, and does not extend it', async () => {
    const token = await signIn()
    const ask = async () => (await server.call(routes.account.alive, {}, token)).status
    for (let hour = 0; hour < 11; hour += 1) {
      server.advanceClock(3_600_000)
      expect(await ask()).toBe(204)
    }
    server.advanceClock(2 * 3_600_000)
    expect(await ask()).toBe(401)
  })

  test('a session of another user cannot be ended', async () => {
    const mine = await signIn()
    const [session] = await list(mine)
    const stranger = await server.createToken(server.first.users.root.id)
    const params = { id: session?.id ?? '' }
    expect(await server.call(routes.account.endSession, { params }, stranger)).toRefuse(
      'record/not-found',
    )
    expect(await statusOf(mine)).toBe(200)
  })

  test('all other sessions end at once', async () => {
    const [here, ...others] = [await signIn(), await signIn(), await signIn()]
    const ended = await server.call(routes.account.endOtherSessions, {}, here)
    expect(ended.body).toEqual({ ended: 2 })
    expect(await Promise.all([here, ...others].map(statusOf))).toEqual([200, 401, 401])
    const again = await server.call(routes.account.endOtherSessions, {}, here)
    expect(again.body).toEqual({ ended: 0 })
    expect(await readTrail()).toEqual(['account.end-session'])
  })
})

/** The code of an authenticator at the clock of the server, or some steps later. */
const codeAt = (secret: string, steps = 0, at = server) =>
  computeCode(secret, getStep(at.clock()) + steps)

async function turnOn(token: string, at = server) {
  const body = { currentPassword: testPassword }
  const started = await at.call(routes.account.startSecondFactor, { body }, token)
  expect(started.status).toBe(200)
  const { secret } = started.body
  const confirmed = await at.call(
    routes.account.confirmSecondFactor,
    { body: { code: codeAt(secret, 0, at) } },
    token,
  )
  expect(confirmed.status).toBe(200)
  at.advanceClock(stepMs)
  return { secret, codes: confirmed.body.recoveryCodes }
}

async function getChallenge() {
  const answer = await login()
  expect(answer.headers['authorization']).toBeUndefined()
  return 'challenge' in answer.body ? answer.body.challenge : ''
}
const answer = (challenge: string, code: string) =>
  server.call(routes.auth.answerChallenge, { body: { challenge, code } })

describe('the second factor', () => {
  test('a user turns it on, signs in with a code, and turns it off', async () => {
    const token = await signIn()
    const describeIt = async () => (await server.call(routes.account.secondFactor, {}, token)).body
    expect(await describeIt()).toMatchObject({ isOn: false, isDemanded: false })
    const body = { currentPassword: testPassword }
    const { body: started } = await server.call(routes.account.startSecondFactor, { body }, token)
    expect(started.uri).toContain(`otpauth://totp/Talus:${username}?secret=${started.secret}`)
    // Not confirmed yet: the password is still enough.
    expect((await login()).headers['authorization']).toBeDefined()
    const wrong = { code: codeAt(started.secret, 5) }
    const refused = await server.call(routes.account.confirmSecondFactor, { body: wrong }, token)
    expect(Object.keys(refused.error.fields ?? {})).toEqual(['code'])
    const { secret, codes } = await turnOn(token)
    expect(new Set(codes).size).toBe(10)
    expect(await describeIt()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    const stored = await server.unscopedDb
      .selectFrom('secondFactor')
      .selectAll()
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect(stored.secret).not.toContain(secret)

    const signedIn = await answer(await getChallenge(), codeAt(secret))
    expect(await statusOf(readToken(signedIn))).toBe(200)
    expect(signedIn.body.user.username).toBe(username)

    const off = await server.call(routes.account.removeSecondFactor, { body }, token)
    expect(off.status).toBe(204)
    expect((await login()).headers['authorization']).toBeDefined()
    expect(await readTrail()).toEqual(['account.second-factor-off', 'account.second-factor-on'])
  })

  test('a code works once, a challenge once and for ten minutes', async () => {
    const { secret } = await turnOn(await signIn())
    const [one, other] = [await getChallenge(), await getChallenge()]
    const code = codeAt(secret)
    const answers = await Promise.all([answer(one, code), answer(other, code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    server.advanceClock(stepMs)
    const used = answers[0]?.status === 200 ? one : other
    expect(await answer(used, codeAt(secret))).toRefuse('auth/challenge-expired')
    const late = await getChallenge()
    server.advanceClock(10 * 60_000)
    expect(await answer(late, codeAt(secret))).toRefuse('auth/challenge-expired')
    expect(await answer('invented', codeAt(secret))).toRefuse('auth/challenge-expired')
  })

  test('wrong codes are limited, and the user can sign in again later', async () => {
    const { secret } = await turnOn(await signIn())
    const challenge = await getChallenge()
    for (let guess = 0; guess < 5; guess += 1)
      expect(await answer(challenge, codeAt(secret, 10 + guess))).toRefuse('auth/wrong-code')
    expect(await answer(challenge, codeAt(secret))).toRefuse('auth/too-many-attempts')
    server.advanceClock(quarterHour)
    expect((await answer(await getChallenge(), codeAt(secret))).status).toBe(200)
  })

  test('a recovery code replaces the authenticator once and is recorded', async () => {
    const token = await signIn()
    const { codes } = await turnOn(token)
    const [first = '', second = ''] = codes
    expect((await answer(await getChallenge(), first.toUpperCase())).status).toBe(200)
    expect(await answer(await getChallenge(), first)).toRefuse('auth/wrong-code')
    expect(await readTrail()).toEqual(['account.recovery-code-used', 'account.second-factor-on'])
    const body = { currentPassword: testPassword }
    const renewed = await server.call(routes.account.renewRecoveryCodes, { body }, token)
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect(await answer(await getChallenge(), second)).toRefuse('auth/wrong-code')
    const [fresh = ''] = renewed.body.recoveryCodes
    expect((await answer(await getChallenge(), fresh)).status).toBe(200)
  })

  test('an administrator resets the second factor of a user, and nobody their own', async () => {
    const token = await signIn()
    await turnOn(token)
    const reset = (by: string, id: UserId = userId) =>
      server.call(routes.account.resetSecondFactor, { params: { id } }, by)
    const admin = await server.createToken(server.first.users.clinicAdmin.id)
    const stranger = await server.createToken(server.second.users.clinicAdmin.id)
    expect(await reset(stranger)).toRefuse('record/not-found')
    expect(await reset(admin, server.first.users.clinicAdmin.id)).toRefuse('user/not-editable')
    expect(await reset(admin, server.first.users.root.id)).toRefuse('user/not-editable')
    expect((await reset(admin)).status).toBe(204)
    expect(await statusOf(token)).toBe(401)
    expect((await login()).headers['authorization']).toBeDefined()
    expect(await reset(admin)).toRefuse('account/second-factor-off')
  })

  test('a new password cancels sign-ins that wait for a code', async () => {
    const token = await signIn()
    const { secret } = await turnOn(token)
    const challenge = await getChallenge()
    const body = { currentPassword: testPassword, password: 'Another-pass-2' }
    expect((await server.call(routes.account.changePassword, { body }, token)).status).toBe(204)
    expect(await answer(challenge, codeAt(secret))).toRefuse('auth/challenge-expired')
  })
})

test('a server that demands a second factor admits administrators only to its set-up', async () => {
  const strict = await startTestServer({ SECOND_FACTOR: 'admins' })
  await addUser('staff', strict)
  expect((await login(testPassword, {}, strict)).body).toMatchObject({ mustSetUp: false })
  await addUser('clinicAdmin', strict)
  const signedIn = await login(testPassword, {}, strict)
  expect(signedIn.body).toMatchObject({ mustSetUp: true })
  const token = readToken(signedIn)
  const listUsers = () => strict.call(routes.user.list, {}, token)
  expect(await listUsers()).toRefuse('account/set-up-required')
  await turnOn(token, strict)
  expect((await listUsers()).status).toBe(200)
  const body = { currentPassword: testPassword }
  expect(await strict.call(routes.account.removeSecondFactor, { body }, token)).toRefuse(
    'account/second-factor-demanded',
  )
  await strict.close()
})
