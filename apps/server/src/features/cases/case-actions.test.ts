import { can, CaseId, caseActions, checkCaseAction, routes } from '@talus/contract'
import type { Actor, CaseAction, CaseStatus } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEngine } from '../../testing/database/test-database.ts'
import { caseTexts, caseUsers, openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../testing/server/case-fixture.ts'

let cases: CaseFixture
const actors = new Map<CaseUser, Actor>()
beforeAll(async () => {
  cases = await openCaseFixture()
  for (const name of caseUsers) {
    const actor = await cases.findActor(cases.token(name))
    if (actor) actors.set(name, actor)
  }
})
afterAll(() => cases.close())

const { radCase } = routes
const reason = 'Because'
type Send = (
  id: CaseId,
  token: string,
  name: CaseUser,
) => Promise<{ readonly status: number; readonly body: unknown }>
const isRadiologist = (name: CaseUser) => name === 'owner' || name === 'colleague'

/** The database gets the finding, because a radiologist can report it in some statuses only. */
async function insertCriticalFinding(caseId: CaseId) {
  const { id } = await cases.unscopedDb
    .insertInto('caseCritical')
    .values({
      caseId,
      clinicId: cases.first.id,
      text: 'Pneumothorax',
      authorId: cases.ids.owner,
      createdOn: cases.clock().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The request of each action; `removeFile` has a test with the attachments. */
const requests: Partial<Record<CaseAction, Send>> = {
  save: (id, token) => cases.call(radCase.save, { form: cases.createForm({ id }) }, token),
  submit: (id, token) => cases.call(radCase.submit, { form: cases.createForm({ id }) }, token),
  // Radiologists take the case for themselves; others give it to one by the same route.
  take: (id, _token, name) => cases.take(id, name, isRadiologist(name) ? name : 'owner'),
  assign: (id, token) =>
    cases.call(
      radCase.assign,
      { params: { id }, body: { radiologistId: cases.ids.colleague } },
      token,
    ),
  release: (id, token) => cases.call(radCase.release, { params: { id }, body: {} }, token),
  requestMore: (id, token) =>
    cases.call(
      radCase.requestMore,
      { body: { caseId: id, notes: 'More?', isRadiologist: true } },
      token,
    ),
  answer: (id, token) =>
    cases.call(
      radCase.requestMore,
      { body: { caseId: id, notes: 'Here.', isRadiologist: false } },
      token,
    ),
  saveFindings: (id, token) =>
    cases.call(radCase.saveDraft, { params: { id }, body: { ...caseTexts, version: 0 } }, token),
  finalize: (id, token) =>
    cases.call(
      radCase.radiologistSubmit,
      { form: { fields: { caseId: String(id), ...caseTexts } } },
      token,
    ),
  addendum: (id, token) =>
    cases.call(
      radCase.addAddendum,
      { params: { id }, body: { text: 'Also', reason, reportVersion: 1 } },
      token,
    ),
  cancel: (id, token) => cases.call(radCase.cancel, { body: { caseId: id, reason } }, token),
  delete: (id, token) => cases.call(radCase.remove, { params: { id } }, token),
  reopen: (id, token) => cases.call(radCase.reopen, { params: { id }, body: { reason } }, token),
  writeMessage: (id, token) =>
    cases.call(radCase.writeMessage, { params: { id }, body: { text: 'Hello' } }, token),
  addImages: (id, token) =>
    cases.call(
      radCase.addImages,
      { params: { id }, body: { imageIds: [cases.first.records.imageId] } },
      token,
    ),
  addFiles: (id, token) =>
    cases.call(
      radCase.addFiles,
      { params: { id }, form: { fields: {}, files: { files: [new File(['x'], 'x.txt')] } } },
      token,
    ),
  reportCritical: (id, token) =>
    cases.call(radCase.reportCritical, { params: { id }, body: { text: 'Now' } }, token),
  acknowledge: async (id, token) =>
    cases.call(
      radCase.acknowledge,
      { params: { id, findingId: await insertCriticalFinding(id) } },
      token,
    ),
  rateImage: (id, token) =>
    cases.call(
      radCase.rateImage,
      { params: { id, imageId: cases.first.records.imageId }, body: { faults: [] } },
      token,
    ),
  markAsTest: (id, token) =>
    cases.call(radCase.markAsTest, { params: { id }, body: { isTest: true } }, token),
}

const runsEverything = process.env['TEST_ALL'] === '1'
/**
 * Permissions are checked in the same code for both databases. On PostgreSQL one user of each reach
 * asks: of the clinic, of another one, the radiologist of the case and a colleague.
 */
const askingUsers: readonly CaseUser[] =
  testEngine === 'sqlite' || runsEverything
    ? caseUsers
    : ['doctor', 'otherDoctor', 'owner', 'colleague']
/** SQLite has one connection, so two requests never meet in the database. */
const rounds = testEngine === 'postgres' || runsEverything ? 200 : 40

/** Whether the user knows of the case: drafts exist for their clinic only. */
const knows = (name: CaseUser, status: CaseStatus) =>
  name !== 'otherDoctor' && (status !== 0 || !isRadiologist(name))

/** The routes that answer 403 before the case is looked up. */
const routeNeeds: Partial<Record<CaseAction, Parameters<typeof can>[1]>> = {
  save: 'case.create',
  submit: 'case.create',
  saveFindings: 'case.answer',
  finalize: 'case.answer',
  addendum: 'case.answer',
  cancel: 'case.cancel',
  delete: 'case.delete',
  reopen: 'case.reopen',
  addImages: 'case.create',
  reportCritical: 'case.answer',
  acknowledge: 'case.create',
  rateImage: 'case.answer',
}

/**
 * The case of a colleague is a 404 for a radiologist, as when it is read. The row of the list shows
 * its status and owner, and so does the refusal of what the radiologist could do while the case was
 * Available: a colleague may have taken it a moment before.
 */
const offered: readonly CaseAction[] = ['take', 'assign', 'requestMore', 'cancel']
const isHidden = (name: CaseUser, action: CaseAction, status: CaseStatus) =>
  name === 'colleague' &&
  status >= 2 &&
  !((status === 2 || status === 3) && offered.includes(action))

function expectStatus(name: CaseUser, action: CaseAction, status: CaseStatus): number {
  const actor = actors.get(name)
  if (!actor) throw new Error(name)
  const need = routeNeeds[action]
  if (need && !can(actor, need)) return 403
  // The study of the form is looked up first, and radiologists reach no studies.
  const isForm = action === 'save' || action === 'submit'
  if (isForm && isRadiologist(name)) return 404
  if (!knows(name, status) || isHidden(name, action, status)) return 404
  const radiologistId = status >= 2 ? cases.ids.owner : null
  const state = { status, clinicId: cases.first.id, radiologistId, isDeleted: false }
  const checked = action === 'take' && !isRadiologist(name) ? 'assign' : action
  const verdict = checkCaseAction(actor, checked, state)
  if (verdict === 'allowed') return 200
  if (action === 'delete') return 400
  return verdict === 'forbidden' ? 403 : 409
}

/** The texts and files of an unfinished report are for their author alone, also in the history. */
const isOfUnfinishedReport = (action: CaseAction, name: CaseUser) =>
  action === 'saveFindings' || (action === 'addFiles' && name === 'owner')

test.each(caseActions.filter((action) => requests[action]))(
  'every user gets the expected answer to %s in every status',
  async (action) => {
    const found: string[] = []
    const expected: string[] = []
    for (const status of [0, 1, 2, 3, 4, 5] as const) {
      let id = await cases.createCase(status)
      for (const name of askingUsers) {
        const before = (await cases.listEvents(id)).length
        const reply = await requests[action]?.(id, cases.token(name), name)
        const answer = reply?.status === 204 ? 200 : (reply?.status ?? 0)
        const added = (await cases.listEvents(id)).length - before
        const isRecorded = answer === 200 && !isOfUnfinishedReport(action, name)
        found.push(`${status} ${name}: ${answer}, ${added} event`)
        const wanted = expectStatus(name, action, status)
        expected.push(`${status} ${name}: ${wanted}, ${isRecorded ? 1 : 0} event`)
        // A refusal changes nothing, so the next user can ask about the same case.
        if (answer === 200) id = await cases.createCase(status)
      }
    }
    expect(found).toEqual(expected)
  },
)

test('a radiologist gets the same answer for the case of a colleague as for one that does not exist', async () => {
  const id = await cases.createCase(4)
  const absent = CaseId.parse(987_654)
  const token = cases.token('colleague')
  for (const action of ['writeMessage', 'release', 'assign', 'addendum', 'markAsTest'] as const) {
    const reply = await requests[action]?.(id, token, 'colleague')
    const missing = await requests[action]?.(absent, token, 'colleague')
    expect([action, reply?.status, reply?.body]).toEqual([action, 404, missing?.body])
  }
})

test('of two radiologists who take a case at once exactly one gets it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const id = await cases.createCase()
    const replies = await Promise.all([cases.take(id, 'owner'), cases.take(id, 'colleague')])
    const winner = replies.findIndex(({ status }) => status === 200)
    const loser = replies[1 - winner]
    expect([round, replies.map(({ status }) => status).toSorted((a, b) => a - b)]).toEqual([
      round,
      [200, 409],
    ])
    const name = winner === 0 ? 'Test rad.owner' : 'Test rad.colleague'
    expect(loser?.error.radCase).toEqual({ status: 2, owner: name })
    expect(await cases.listEvents(id)).toHaveLength(2)
  }
  // 800 requests: a busy computer needs more than the usual minute.
}, 600_000)

/** The routes that read cases, with the case as their parameter if they have one. */
const readingRoutes = Object.entries(radCase).filter(
  ([name, { method }]) => method === 'GET' && !['openedFile', 'file', 'report'].includes(name),
)
const read = async (name: CaseUser, id: CaseId) => {
  const { studyId } = cases.first.records
  const bodies: string[] = []
  for (const [, route] of readingRoutes) {
    const params = { id, caseId: id, studyId }
    const hasStatus = 'query' in route && 'status' in route.query.shape
    const queries = hasStatus ? [0, 1, 2, 3, 4, 5].map((status) => ({ query: { status } })) : [{}]
    for (const query of queries) {
      const reply = await cases.call(route, { params, ...query }, cases.token(name))
      bodies.push(`${route.path} ${reply.status} ${JSON.stringify(reply.body ?? '')}`)
    }
  }
  return bodies
}

/** Hides the cases of the other tests, of which the routes would list hundreds. */
const hideOtherCases = (id: CaseId) =>
  cases.unscopedDb.updateTable('radCase').set({ isDeleted: true }).where('id', '<>', id).execute()

test('while a radiologist writes, no route shows the texts to anybody else', async () => {
  const id = await cases.createCase(2)
  await hideOtherCases(id)
  const secret = 'Unfinished thought'
  const body = {
    findings: secret,
    interpretation: secret,
    internalMedicineRecommandations: secret,
    signature: secret,
    version: 0,
  }
  await cases.call(radCase.saveDraft, { params: { id }, body }, cases.token('owner'))
  for (const name of caseUsers) {
    const shown = (await read(name, id)).filter((text) => text.includes(secret))
    const expected = name === 'owner' ? [expect.stringContaining('/findings 200')] : []
    expect([name, [...new Set(shown)]]).toEqual([name, expected])
  }
})

test('of the case of a colleague a radiologist sees the row without owner, texts and images', async () => {
  const id = await cases.createCase(2)
  const secrets = ['Secret Owner', '514 555 0100', 'Coughs since Monday']
  await hideOtherCases(id)
  const shown = (await read('colleague', id)).filter((text) =>
    secrets.some((secret) => text.includes(secret)),
  )
  expect(shown).toEqual([])
  const query = { status: 2 } as const
  const { body } = await cases.call(radCase.list, { query }, cases.token('colleague'))
  expect(body).toMatchObject([
    { id, isRestricted: true, imageIds: [], ownerName: '', radiologistName: 'Test rad.owner' },
  ])
  expect(await cases.call(radCase.one, { params: { id } }, cases.token('colleague'))).toRefuse(
    'record/not-found',
  )
})

test('the rows of selected cases have nothing of the case of a colleague that the list has not', async () => {
  const own = await cases.createCase(4)
  const draft = await cases.createCase(0)
  await hideOtherCases(own)
  await cases.unscopedDb
    .updateTable('radCase')
    .set({ isDeleted: false })
    .where('id', '=', draft)
    .execute()
  const query = { ids: `${own},${draft}` }
  const { body } = await cases.call(radCase.reportStat, { query }, cases.token('colleague'))
  const list = await cases.call(radCase.list, { query: { status: 4 } }, cases.token('colleague'))
  expect(body).toEqual(list.body)
  expect(body).toMatchObject([{ id: own, isRestricted: true, ownerName: '', findings: '' }])
  const foreign = await cases.call(
    radCase.reportStat,
    { query: { ids: 'x' } },
    cases.token('owner'),
  )
  expect(foreign.status).toBe(400)
})
