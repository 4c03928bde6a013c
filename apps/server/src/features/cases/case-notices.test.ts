import { routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  expect(read.body).toEqual({ unread: 0 })
  expect((await list('colleague')).unread).toBeGreaterThan(0)
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
  const findRevision = async (scope: number) =>
    Number(
      (
        await cases.unscopedDb
          .selectFrom('caseRevision')
          .select('revision')
          .where('scope', '=', scope)
          .executeTakeFirstOrThrow()
      ).revision,
    )
  const scopes = [0, cases.first.id]
  const before = await Promise.all(scopes.map(findRevision))
  await cases.createCase()
  expect(await Promise.all(scopes.map(findRevision))).toEqual(before.map((value) => value + 1))
})
