import { formatCaseNumber, routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const listEvents = (kind: string, entityId: number) =>
  cases.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('kind', '=', kind)
    .where('entityId', '=', entityId)
    .orderBy('id')
    .execute()

test('every step of a case is in the audit trail of its clinic, without texts about the patient', async () => {
  const id = await cases.createCase(0)
  const params = { id }
  const secret = 'A secret about the patient'
  await cases.call(radCase.submit, { form: cases.createForm({ id }) }, cases.token('doctor'))
  await cases.take(id, 'owner')
  await cases.call(
    radCase.saveDraft,
    {
      params,
      body: {
        findings: secret,
        interpretation: '',
        internalMedicineRecommandations: '',
        version: 0,
      },
    },
    cases.token('owner'),
  )
  const ask = (notes: string, isRadiologist: boolean) => ({
    body: { caseId: id, notes, isRadiologist },
  })
  await cases.call(radCase.requestMore, ask(secret, true), cases.token('owner'))
  await cases.call(radCase.requestMore, ask(secret, false), cases.token('doctor'))
  await cases.call(radCase.reportCritical, { params, body: { text: secret } }, cases.token('owner'))
  await cases.call(radCase.acknowledge, { params }, cases.token('doctor'))
  await cases.submit(id, 'owner', { findings: secret })
  const addendum = { text: secret, reason: 'Second look', reportVersion: 1 }
  await cases.call(radCase.addAddendum, { params, body: addendum }, cases.token('owner'))
  const events = await listEvents('case', id)
  expect(events.map(({ action }) => action)).toEqual([
    'case.save',
    'case.submit',
    'case.take',
    'case.request-more',
    'case.answer',
    'case.report-critical',
    'case.acknowledge',
    'case.finalize',
    'case.addendum',
  ])
  expect(events.every(({ clinicId }) => clinicId === cases.first.id)).toBe(true)
  expect(events[2]).toMatchObject({
    subject: formatCaseNumber(id),
    username: 'rad.owner',
    before: { status: 'available' },
    after: { status: 'assigned', radiologist: 'Test rad.owner', patientName: 'Bella' },
  })
  expect(events[8]?.after).toMatchObject({ note: 'Second look' })
  expect(JSON.stringify(events)).not.toContain(secret)
  expect(events).toHaveLength((await cases.listEvents(id)).length)
})

test('a refused step leaves no event', async () => {
  const id = await cases.createCase(2)
  const before = (await listEvents('case', id)).length
  expect((await cases.take(id, 'colleague')).status).toBe(409)
  expect(await listEvents('case', id)).toHaveLength(before)
})

test('changes of a signature and of notices are in the audit trail, unchanged ones are not', async () => {
  const token = cases.token('owner')
  const { owner } = cases.ids
  const save = () =>
    cases.call(radCase.saveSignature, { body: { title: 'DACVR', licence: '12345' } }, token)
  await save()
  await save()
  expect(await listEvents('signature', owner)).toMatchObject([
    {
      action: 'signature.update',
      before: { title: '', licence: '' },
      after: { title: 'DACVR', licence: '12345' },
      clinicId: null,
    },
  ])
  const preferences = [{ kind: 'question', bell: true, mail: false }] as const
  for (let round = 0; round < 2; round += 1)
    await cases.call(
      radCase.saveNoticePreferences,
      { body: { preferences: [...preferences] } },
      token,
    )
  expect(await listEvents('case-settings', owner)).toMatchObject([
    {
      action: 'case-settings.notices',
      before: { question: { bell: true, mail: true } },
      after: { question: { bell: true, mail: false } },
    },
  ])
})
