import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ SMTP_DEFAULT_HOST: 'mail.provider.example' })
  token = await server.createToken(server.first.users.reporter.id)
  await server.unscopedDb.deleteFrom('emailConfig').execute()
})
afterAll(() => server.close())

const draft = {
  email: 'images@clinic.example',
  hostName: 'smtp.clinic.example',
  smtpPort: 465,
  password: 'Mailbox-secret-1',
}
const stored = () =>
  server.unscopedDb.selectFrom('emailConfig').selectAll().executeTakeFirstOrThrow()

test('a new mailbox configuration has the default host of the settings', async () => {
  const answer = await server.call(routes.emailConfig.defaults, {}, token)
  expect(answer.body).toEqual({ hostName: 'mail.provider.example', smtpPort: 587 })
})

test('the mailbox password is stored encrypted and never returned', async () => {
  const made = await server.call(routes.emailConfig.create, { body: draft }, token)
  expect(made.body).toMatchObject({ clinicId: server.first.id, smtpPort: 465, hasPassword: true })
  expect(JSON.stringify(made.body)).not.toContain('secret')
  const { password } = await stored()
  expect(password).not.toContain('secret')
  expect(server.secrets.open(password ?? '')).toBe(draft.password)
})

test('a change of the mailbox without a password keeps the stored one', async () => {
  const { id } = await stored()
  const { password: _password, ...rest } = draft
  const body = { ...rest, id, hostName: 'SMTP.clinic.example' }
  const answer = await server.call(routes.emailConfig.update, { body }, token)
  expect(answer.body).toMatchObject({ hostName: 'SMTP.clinic.example', hasPassword: true })
  expect(server.secrets.open((await stored()).password ?? '')).toBe(draft.password)
})

test('the stored mailbox password is not used for another host, port or mailbox', async () => {
  const { id, hostName } = await stored()
  const { password: _password, ...rest } = draft
  const body = { ...rest, id, hostName: 'mail.elsewhere.example' }
  const answer = await server.call(routes.emailConfig.update, { body }, token)
  expect([answer.status, answer.error.fields]).toEqual([
    400,
    { password: 'Host, port or mailbox has changed: enter the password again' },
  ])
  for (const change of [{ smtpPort: 2525 }, { email: 'other@clinic.example' }]) {
    const refused = await server.call(
      routes.emailConfig.update,
      { body: { ...rest, id, ...change } },
      token,
    )
    expect(Object.keys(refused.error.fields ?? {})).toEqual(['password'])
  }
  expect((await stored()).hostName).toBe(hostName)
  const withPassword = { ...body, password: 'Mailbox-secret-1' }
  const changed = await server.call(routes.emailConfig.update, { body: withPassword }, token)
  expect(changed.body).toMatchObject({ hostName: 'mail.elsewhere.example', hasPassword: true })
})

test('the audit event of a mailbox does not contain the password', async () => {
  const { id } = await stored()
  await server.call(
    routes.emailConfig.update,
    { body: { ...draft, id, password: 'Other-2' } },
    token,
  )
  const root = await server.createToken(server.first.users.root.id)
  const trail = await server.call(routes.audit.page, { query: { size: 5 } }, root)
  expect(trail.body.rows[0]).toMatchObject({
    action: 'email-config.update',
    before: { password: '(set)' },
    after: { password: '(set)' },
  })
  expect(JSON.stringify(trail.body)).not.toMatch(/Other-2|v1\./u)
})

test('a clinic has only one mailbox configuration', async () => {
  const answer = await server.call(routes.emailConfig.create, { body: draft }, token)
  expect(answer).toRefuse('email/configured')
  expect(answer.error.message).toBe('An e-mail configuration exists already.')
  const french = await server.call(routes.emailConfig.create, { body: draft }, token, {
    'accept-language': 'fr',
  })
  expect(french.error.message).toBe('Une configuration de messagerie existe déjà.')
})

test.each([
  ['email', { email: 'nowhere' }],
  ['smtpPort', { smtpPort: 70_000 }],
  ['hostName', { hostName: ' ' }],
  ['password', { password: '' }],
])('an invalid %s of a mailbox is reported at the field', async (field, change) => {
  const body = { ...draft, ...change }
  const answer = await server.call(routes.emailConfig.create, { body }, token)
  expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [field]])
})
