import { routes } from '@talus/contract'
import type { CaseId, CriticalFindingId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'
import { subscribeToEvents } from '../../../testing/server/event-client.ts'

let cases: CaseFixture
let address: string
beforeAll(async () => {
  cases = await openCaseFixture()
  address = await cases.app.listen({ port: 0, host: '127.0.0.1' })
  // The records of the clinic have a finding of their own.
  await cases.unscopedDb.deleteFrom('caseCritical').execute()
})
afterAll(() => cases.close())

const { radCase } = routes
const report = (id: CaseId, text: string) =>
  cases.call(radCase.reportCritical, { params: { id }, body: { text } }, cases.token('owner'))
const acknowledge = (id: CaseId, findingId: CriticalFindingId, by: CaseUser = 'doctor') =>
  cases.call(radCase.acknowledge, { params: { id, findingId } }, cases.token(by))
const listOpen = async (caseId: CaseId) => {
  const { body } = await cases.call(radCase.unacknowledged, {}, cases.token('clinicAdmin'))
  return body.filter((one) => one.caseId === caseId)
}
const readFindings = async (id: CaseId) =>
  (await cases.call(radCase.one, { params: { id } }, cases.token('owner'))).body

test('a critical finding reaches the clinic, which acknowledges it by name', async () => {
  const id = await cases.createCase(2)
  const reply = await report(id, 'Pneumothorax')
  expect(reply.body).toMatchObject({ criticalText: 'Pneumothorax', acknowledgedOn: null })
  const open = await listOpen(id)
  expect(open).toMatchObject([
    { text: 'Pneumothorax', authorName: 'Test rad.owner', patientName: 'Bella' },
  ])
  for (const { id: findingId } of open)
    for (const by of ['doctor', 'clinicAdmin'] as const)
      expect((await acknowledge(id, findingId, by)).status).toBe(200)
  expect(await listOpen(id)).toEqual([])
  const { criticalFindings, acknowledgedOn } = await readFindings(id)
  expect(criticalFindings).toMatchObject([
    { acknowledgedByName: `Test ${cases.first.users.doctor.username}`, acknowledgedOn },
  ])
  expect(acknowledgedOn).not.toBeNull()
})

test('an open page of the clinic is notified of a critical finding within two seconds', async () => {
  const id = await cases.createCase(2)
  const url = `${address}${cases.config.apiBase}events?follow=1:cases`
  const page = await subscribeToEvents(url, cases.token('doctor'))
  const countRevisions = () =>
    page.getData('text').filter((one) => JSON.stringify(one).includes('revision')).length
  try {
    await expect.poll(countRevisions, { timeout: 8000, interval: 10 }).toBe(1)
    expect((await report(id, 'Pneumothorax')).status).toBe(200)
    const reported = Date.now()
    await expect.poll(countRevisions, { timeout: 8000, interval: 10 }).toBe(2)
    expect(Date.now() - reported).toBeLessThan(2000)
    expect(await listOpen(id)).toMatchObject([{ text: 'Pneumothorax' }])
  } finally {
    await page.close()
  }
})

test('further critical findings replace none, and each is acknowledged on its own', async () => {
  const id = await cases.createCase(2)
  for (const text of ['Pneumothorax', 'Gastric torsion', 'Fractured rib'])
    expect((await report(id, text)).status).toBe(200)
  const open = await listOpen(id)
  expect(open.map(({ text }) => text)).toEqual(['Pneumothorax', 'Gastric torsion', 'Fractured rib'])
  const [first, second, third] = open.map((one) => one.id)
  if (!first || !second || !third) throw new Error('three findings expected')
  expect((await acknowledge(id, second)).body).toMatchObject({ acknowledgedOn: null })
  expect((await listOpen(id)).map(({ text }) => text)).toEqual(['Pneumothorax', 'Fractured rib'])
  expect((await readFindings(id)).criticalFindings).toMatchObject([
    { text: 'Pneumothorax', acknowledgedOn: null },
    { text: 'Gastric torsion', acknowledgedOn: expect.any(String) },
    { text: 'Fractured rib', acknowledgedOn: null },
  ])
  await acknowledge(id, first)
  expect((await acknowledge(id, third)).body.acknowledgedOn).not.toBeNull()
  const history = await cases.call(radCase.history, { params: { id } }, cases.token('doctor'))
  const noted = history.body.filter(({ action }) => action === 'acknowledge')
  expect(noted.map(({ note }) => note)).toEqual([
    'Gastric torsion',
    'Pneumothorax',
    'Fractured rib',
  ])
})

test('a late critical finding leaves the acknowledgement of the one before', async () => {
  const id = await cases.createCase(2)
  await report(id, 'Pneumothorax')
  const [first] = await listOpen(id)
  if (!first) throw new Error('a finding expected')
  await acknowledge(id, first.id)
  expect((await cases.submit(id)).status).toBe(200)
  expect((await report(id, 'Ruptured spleen')).body.acknowledgedOn).toBeNull()
  expect((await readFindings(id)).criticalFindings).toMatchObject([
    { text: 'Pneumothorax', acknowledgedOn: expect.any(String) },
    { text: 'Ruptured spleen', acknowledgedOn: null },
  ])
})

test('a repeated request reports one finding; the same words after the acknowledgement are new', async () => {
  const id = await cases.createCase(2)
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await report(id, 'Pneumothorax')).status).toBe(200)
  const [finding, ...others] = await listOpen(id)
  expect(others).toEqual([])
  if (finding) await acknowledge(id, finding.id)
  await report(id, 'Pneumothorax')
  expect((await readFindings(id)).criticalFindings).toHaveLength(2)
})

test('a finding is acknowledged only with its own case, and by its clinic', async () => {
  const [id, other] = [await cases.createCase(2), await cases.createCase(2)]
  await report(id, 'Pneumothorax')
  const [finding] = await listOpen(id)
  if (!finding) throw new Error('a finding expected')
  expect(await acknowledge(other, finding.id)).toRefuse('record/not-found')
  expect(await acknowledge(id, finding.id, 'otherDoctor')).toRefuse('record/not-found')
  expect(await listOpen(id)).toHaveLength(1)
})

test('the list of open findings names the registered animal, and hides the cases of colleagues', async () => {
  const id = await cases.createCase(2)
  await report(id, 'Pneumothorax')
  const read = async (by: CaseUser) =>
    (await cases.call(radCase.unacknowledged, {}, cases.token(by))).body.filter(
      ({ caseId }) => caseId === id,
    )
  const { patientName } = await cases.findCase(id)
  await cases.unscopedDb
    .updateTable('radCase')
    .set({ patientName: `Not ${patientName}` })
    .where('id', '=', id)
    .execute()
  const [finding] = await read('doctor')
  expect(finding).toMatchObject({ text: 'Pneumothorax', patientName: `Not ${patientName}` })
  expect(finding?.registeredAs).toMatch(/^.+, .+$/u)
  // Both radiologists get an account in the clinic; only the owner of the case reads the finding.
  await cases.unscopedDb
    .updateTable('user')
    .set({ clinicId: cases.first.id })
    .where('id', 'in', [cases.ids.owner, cases.ids.colleague])
    .execute()
  try {
    expect(await read('owner')).toHaveLength(1)
    expect(await read('colleague')).toEqual([])
  } finally {
    await cases.unscopedDb
      .updateTable('user')
      .set({ clinicId: null })
      .where('id', 'in', [cases.ids.owner, cases.ids.colleague])
      .execute()
  }
})
