import { getNextStatus, caseStatus, routes } from '@talus/contract'
import type { CaseAction, CaseId } from '@talus/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseTexts, caseUsers, openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

/** A sample in the usual run; `npm test -- --all` runs the whole. */
const sequences = process.env['TEST_ALL'] === '1' ? 1000 : 15
const callsPerSequence = 30
const { radCase } = routes
const reason = 'Because'

type Send = (id: CaseId, token: string, text: string) => Promise<{ readonly status: number }>

const sends: Partial<Record<CaseAction, Send>> = {
  submit: (id, token) => cases.call(radCase.submit, { form: cases.createForm({ id }) }, token),
  assign: (id, token) =>
    cases.call(
      radCase.assign,
      { params: { id }, body: { radiologistId: cases.ids.colleague } },
      token,
    ),
  release: (id, token) => cases.call(radCase.release, { params: { id }, body: {} }, token),
  requestMore: (id, token, text) =>
    cases.call(
      radCase.requestMore,
      { body: { caseId: id, notes: text, isRadiologist: true } },
      token,
    ),
  answer: (id, token, text) =>
    cases.call(
      radCase.requestMore,
      { body: { caseId: id, notes: text, isRadiologist: false } },
      token,
    ),
  finalize: (id, token, text) =>
    cases.call(
      radCase.radiologistSubmit,
      { form: { fields: { caseId: String(id), ...caseTexts, findings: text } } },
      token,
    ),
  cancel: (id, token) => cases.call(radCase.cancel, { body: { caseId: id, reason } }, token),
  reopen: (id, token) => cases.call(radCase.reopen, { params: { id }, body: { reason } }, token),
  writeMessage: (id, token, text) =>
    cases.call(radCase.writeMessage, { params: { id }, body: { text } }, token),
}
const actions = ['take', ...(Object.keys(sends) as CaseAction[])] as CaseAction[]

const send = (action: CaseAction, id: CaseId, user: CaseUser, text: string) =>
  action === 'take' ? cases.take(id, user) : sends[action]?.(id, cases.token(user), text)

const Call = fc.record({ action: fc.constantFrom(...actions), user: fc.constantFrom(...caseUsers) })

test('no sequence of calls reaches a forbidden state, loses a text or skips a row of the history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Call, { minLength: callsPerSequence, maxLength: callsPerSequence }),
      async (calls) => {
        const id = await cases.createCase(0)
        const texts: string[] = []
        let finalText = ''
        for (const [index, { action, user }] of calls.entries()) {
          const before = await cases.findCase(id)
          const events = (await cases.listEvents(id)).length
          const text = `Text ${index}`
          const reply = await send(action, id, user, text)
          const after = await cases.findCase(id)
          const isDone = reply?.status === 200
          // 400: a user who is no radiologist cannot be given the case.
          expect([200, 400, 403, 404, 409]).toContain(reply?.status)
          expect(after.version - before.version).toBe(isDone ? 1 : 0)
          expect((await cases.listEvents(id)).length - events).toBe(isDone ? 1 : 0)
          // Giving a case to oneself through `take` is a re-assignment only for its owner.
          const step = action === 'take' && before.status !== 1 ? 'assign' : action
          expect(after.status).toBe(isDone ? getNextStatus(step, before) : before.status)
          if (isDone && ['requestMore', 'answer', 'writeMessage'].includes(action)) texts.push(text)
          if (isDone && action === 'finalize') finalText = text
          expectConsistent(after, finalText)
        }
        const thread = await cases.unscopedDb
          .selectFrom('caseMessage')
          .select('text')
          .where('caseId', '=', id)
          .orderBy('id')
          .execute()
        expect(thread.map((message) => message.text)).toEqual(texts)
      },
    ),
    { numRuns: sequences },
  )
}, 3_600_000)

function expectConsistent(
  radCase: Awaited<ReturnType<CaseFixture['findCase']>>,
  finalText: string,
): void {
  const { status, radiologistId, submitOn, dueOn, pausedSince, findings } = radCase
  const { draft, available, assigned, waiting, finalized } = caseStatus
  if (status === assigned || status === finalized) expect(radiologistId).not.toBeNull()
  if (status === draft || status === available) expect(radiologistId).toBeNull()
  expect(pausedSince !== null).toBe(status === waiting)
  if (status !== draft && submitOn !== null) expect(dueOn).not.toBeNull()
  expect(findings).toBe(status === finalized ? finalText : '')
}
