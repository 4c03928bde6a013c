import { routes } from '@talus/contract'
import type { CaseId, ClinicId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpError, startMailServer } from '../../testing/mail/mail-server.ts'
import { openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../testing/server/case-fixture.ts'
import { sendDueNotices } from './index.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const list = async (name: CaseUser, language = 'en') =>
  (
    await cases.call(radCase.notices, { query: {} }, cases.token(name), {
      'accept-language': language,
    })
  ).body
const listKinds = async (name: CaseUser, id: CaseId) =>
  (await list(name)).notices.filter(({ caseId }) => caseId === id).map(({ kind }) => kind)
const listMails = async () =>
  (
    await cases.unscopedDb
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'email.send')
      // A failed delivery changes its row, and PostgreSQL then lists it last.
      .orderBy('id')
      .execute()
  ).map(({ payload }) => JSON.stringify(payload))

test('each side learns what the other has done, and nobody what they did', async () => {
  const id = await cases.createCase()
  expect(await listKinds('owner', id)).toEqual(['submitted'])
  expect(await listKinds('colleague', id)).toEqual(['submitted'])
  await cases.take(id, 'owner')
  expect(await listKinds('doctor', id)).toEqual(['taken'])
  const { unread } = await list('doctor')
  await cases.submit(id)
  expect(await listKinds('doctor', id)).toEqual(['final', 'taken'])
  expect((await list('doctor')).unread).toBe(unread + 1)
  expect(await listKinds('owner', id)).toEqual(['submitted'])
  const read = await cases.call(radCase.readNotices, { body: {} }, cases.token('doctor'))
  expect(read.body).toEqual({ unread: 0, unreadInThread: 0 })
  expect((await list('colleague')).unread).toBeGreaterThan(0)
})

test('the notices of one case are counted and read without those of another', async () => {
  const { call, token } = cases
  const [id, other] = [await cases.createCase(2), await cases.createCase(2)]
  const readAll = () => call(radCase.readNotices, { body: {} }, token('owner'))
  await readAll()
  for (const one of [id, other]) {
    const body = { text: 'Which leg?' }
    await call(radCase.writeMessage, { params: { id: one }, body }, token('doctor'))
    const reassigned = { params: { id: one }, body: { radiologistId: cases.ids.owner } }
    await call(radCase.assign, reassigned, token('superAdmin'))
  }
  const count = async (query: { caseId?: CaseId } = {}) =>
    (await call(radCase.unreadNotices, { query }, token('owner'))).body
  expect(await count()).toEqual({ unread: 4, unreadInThread: 2 })
  expect(await count({ caseId: id })).toEqual({ unread: 2, unreadInThread: 1 })
  const read = await call(
    radCase.readNotices,
    { body: { caseId: id, kinds: ['assigned'] } },
    token('owner'),
  )
  expect(read.body).toEqual({ unread: 3, unreadInThread: 2 })
  await call(radCase.readNotices, { body: { caseId: id } }, token('owner'))
  expect(await count({ caseId: id })).toEqual({ unread: 0, unreadInThread: 0 })
  expect(await count({ caseId: other })).toEqual({ unread: 2, unreadInThread: 1 })
  // The notices of other users are not theirs to read.
  await call(radCase.readNotices, { body: { caseId: other } }, token('colleague'))
  expect(await count()).toEqual({ unread: 2, unreadInThread: 1 })
  await readAll()
})

test('mails are in the language of the reader and name no owner', async () => {
  await list('owner', 'fr')
  await list('colleague', 'en')
  const before = (await listMails()).length
  await cases.createCase()
  const mails = (await listMails()).slice(before)
  const find = (name: string) => mails.find((mail) => mail.includes(`rad.${name}@example.com`))
  expect(find('owner')).toContain('a envoyé le cas')
  expect(find('colleague')).toContain('has sent the case')
  for (const secret of ['Secret Owner', '514 555', 'Coughs'])
    expect(mails.filter((mail) => mail.includes(secret))).toEqual([])
})

test('mails are in the language that a page has recorded, before the bell is opened', async () => {
  const { call, token, unscopedDb } = cases
  await unscopedDb.deleteFrom('caseReader').execute()
  const readLanguage = async () =>
    (await call(routes.auth.session, {}, token('owner'))).body.language
  const listNewMails = async () => {
    const before = (await listMails()).length
    await cases.createCase()
    const mails = (await listMails()).slice(before)
    return mails.find((mail) => mail.includes('rad.owner@example.com'))
  }
  expect(await readLanguage()).toBeUndefined()
  for (const [language, text] of [
    ['fr', 'a envoyé le cas'],
    ['en', 'has sent the case'],
    ['fr', 'a envoyé le cas'],
  ] as const) {
    await call(routes.account.saveLanguage, { body: { language } }, token('owner'))
    expect(await readLanguage()).toBe(language)
    expect(await listNewMails()).toContain(text)
  }
})

test('a user chooses the bell and the mail for each kind', async () => {
  const preferences = [{ kind: 'submitted', bell: false, mail: false }] as const
  const saved = await cases.call(
    radCase.saveNoticePreferences,
    { body: { preferences: [...preferences] } },
    cases.token('colleague'),
  )
  expect(saved.body).toContainEqual(preferences[0])
  const before = (await listMails()).length
  const id = await cases.createCase()
  expect(await listKinds('colleague', id)).toEqual([])
  expect((await listMails()).slice(before).join('')).not.toContain('rad.colleague@')
})

test('two servers together send the notices of a due case once', async () => {
  const { unscopedDb, clock, token, createForm } = cases
  const { body } = await cases.call(
    radCase.submitCase,
    { form: createForm({ priority: 'Urgent' }) },
    token('doctor'),
  )
  await cases.take(body.id, 'owner')
  const deps = { unscopedDb, clock, publicUrl: 'http://localhost/vue/' }
  const run = () => Promise.all([sendDueNotices(deps), sendDueNotices(deps)])
  await run()
  const listDue = async () =>
    (await listKinds('owner', body.id)).filter((kind) => kind === 'due-soon' || kind === 'overdue')
  expect(await listDue()).toEqual([])
  cases.advanceClock(46 * 60_000)
  await run()
  await run()
  expect(await listDue()).toEqual(['due-soon'])
  cases.advanceClock(15 * 60_000)
  await run()
  await run()
  expect(await listDue()).toEqual(['overdue', 'due-soon'])
  expect(await listKinds('colleague', body.id)).not.toContain('overdue')
})

test('the event stream has a revision for radiologists, which grows with each change', async () => {
  const findRevision = async (scope: number) => {
    const row = await cases.unscopedDb
      .selectFrom('caseRevision')
      .select('revision')
      .where('scope', '=', scope)
      .executeTakeFirstOrThrow()
    return row.revision
  }
  const scopes = [0, cases.first.id]
  const before = await Promise.all(scopes.map(findRevision))
  await cases.createCase()
  expect(await Promise.all(scopes.map(findRevision))).toEqual(before.map((value) => value + 1))
})

test('a question is mailed from the mailbox that was chosen, which is one of the clinic', async () => {
  const mailbox = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
  })
  try {
    const addMailbox = async (clinicId: ClinicId) => {
      await cases.unscopedDb.deleteFrom('emailConfig').where('clinicId', '=', clinicId).execute()
      const { id } = await cases.unscopedDb
        .insertInto('emailConfig')
        .values({
          clinicId,
          email: `cases${clinicId}@clinic.example`,
          hostName: '127.0.0.1',
          smtpPort: mailbox.port,
          password: cases.secrets.seal('Mailbox-secret-1'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const own = await addMailbox(cases.first.id)
    const foreign = await addMailbox(cases.second.id)
    await cases.unscopedDb
      .updateTable('user')
      .set({ email: 'doctor@example.com' })
      .where('id', '=', cases.ids.doctor)
      .execute()
    const id = await cases.createCase(2)
    const ask = (configId: typeof own) =>
      cases.call(
        radCase.requestMore,
        { body: { caseId: id, notes: 'Which leg?', isRadiologist: true, configId } },
        cases.token('owner'),
      )
    expect(await ask(foreign)).toRefuse('record/not-found')
    const before = (await listMails()).length
    expect((await ask(own)).status).toBe(200)
    await expect.poll(() => mailbox.received.length, { timeout: 30_000 }).toBe(1)
    const raw = String(mailbox.received[0]?.raw)
    expect(raw).toContain(`cases${cases.first.id}@clinic.example`)
    expect(raw).toContain('doctor@example.com')
    expect(raw).not.toContain('Which leg?')
    expect(await listMails()).toHaveLength(before)
  } finally {
    await mailbox.close()
  }
})

test('a mailbox that refuses the mail is in the audit trail when it is given up', async () => {
  const { id: configId } = await cases.unscopedDb
    .selectFrom('emailConfig')
    .select('id')
    .where('clinicId', '=', cases.first.id)
    .executeTakeFirstOrThrow()
  const mailbox = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'x' }),
    onRcptTo: (_address, _session, done) => done(createSmtpError(550, 'no such user')),
  })
  try {
    await cases.unscopedDb
      .updateTable('emailConfig')
      .set({ smtpPort: mailbox.port })
      .where('id', '=', configId)
      .execute()
    const id = await cases.createCase(2)
    const body = { caseId: id, notes: 'Which leg?', isRadiologist: true, configId }
    await cases.call(radCase.requestMore, { body }, cases.token('owner'))
    const listFailures = () =>
      cases.unscopedDb
        .selectFrom('auditEvent')
        .select(['entityId', 'clinicId'])
        .where('action', '=', 'case.email')
        .execute()
    await expect
      .poll(listFailures, { timeout: 30_000 })
      .toEqual([{ entityId: id, clinicId: cases.first.id }])
  } finally {
    await mailbox.close()
  }
})
