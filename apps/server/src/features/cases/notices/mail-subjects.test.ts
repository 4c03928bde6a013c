import { formatCaseNumber, routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
  await cases.unscopedDb
    .updateTable('clinic')
    .set({ name: 'Harbour Clinic' })
    .where('id', '=', cases.first.id)
    .execute()
  await cases.unscopedDb
    .updateTable('user')
    .set({ email: 'doctor@example.com' })
    .where('id', '=', cases.ids.doctor)
    .execute()
})
afterAll(() => cases.close())

const { radCase } = routes

/** The page of a user says in which language they read. */
const readIn = (user: CaseUser, language: string) =>
  cases.call(radCase.notices, { query: {} }, cases.token(user), { 'accept-language': language })

const Mail = z.object({ subject: z.string(), text: z.string(), to: z.unknown() })

async function listMails(address: string): Promise<readonly z.output<typeof Mail>[]> {
  const jobs = await cases.unscopedDb
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'email.send')
    .orderBy('id')
    .execute()
  return jobs
    .map(({ payload }) => Mail.parse(payload))
    .filter((mail) => JSON.stringify(mail).includes(address))
}

async function sendMessages(id: CaseId) {
  const { call, token } = cases
  const mailMessages = (user: CaseUser) =>
    call(
      radCase.saveNoticePreferences,
      { body: { preferences: [{ kind: 'message', bell: true, mail: true }] } },
      token(user),
    )
  await mailMessages('owner')
  await mailMessages('doctor')
  await call(radCase.writeMessage, { params: { id }, body: { text: 'Hello' } }, token('doctor'))
  await call(radCase.writeMessage, { params: { id }, body: { text: 'Hello' } }, token('owner'))
}

test('the subject of a mail says what happened, and to radiologists the priority and the clinic', async () => {
  const { call, token, createForm } = cases
  await readIn('owner', 'fr')
  await readIn('colleague', 'en')
  await readIn('doctor', 'en')
  const { body } = await call(
    radCase.submitCase,
    { form: createForm({ priority: 'Urgent' }) },
    token('doctor'),
  )
  const { id } = body
  const number = formatCaseNumber(id)
  await cases.take(id, 'owner')
  const ask = { caseId: id, notes: 'Which leg?', isRadiologist: true }
  await call(radCase.requestMore, { body: ask }, token('owner'))
  await call(radCase.requestMore, { body: { ...ask, isRadiologist: false } }, token('doctor'))
  await sendMessages(id)
  await call(radCase.reportCritical, { params: { id }, body: { text: 'Torsion' } }, token('owner'))
  await cases.submit(id)

  const subjects = async (address: string) =>
    (await listMails(address)).map(({ subject }) => subject)
  expect(await subjects('rad.colleague@')).toEqual([`New case, Urgent: ${number}, Harbour Clinic`])
  expect(await subjects('rad.owner@')).toEqual([
    `Nouveau cas, Urgent : ${number}, Harbour Clinic`,
    `Réponse de la clinique, Urgent : ${number}, Harbour Clinic`,
    `Message, Urgent : ${number}, Harbour Clinic`,
  ])
  expect(await subjects('doctor@example.com')).toEqual([
    `Question of the radiologist: ${number}`,
    `Message: ${number}`,
    `Critical finding: ${number}`,
    `Report ready: ${number}`,
  ])
})

test('the text to a radiologist names clinic and priority, that to the clinic does not', async () => {
  const texts = async (address: string) =>
    (await listMails(address)).map(({ text }) => text.includes('Harbour Clinic'))
  expect(new Set(await texts('rad.owner@'))).toEqual(new Set([true]))
  expect(new Set(await texts('doctor@example.com'))).toEqual(new Set([false]))
})
