import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const sign = '\u{1F436}'
const message = (characters: string) => `The report cannot print these characters: ${characters}`

test('a case whose texts the PDF cannot print is a draft until its clinic has changed them', async () => {
  const change = { patientName: `Rex ${sign}`, clinicHistory: `Coughs ☐ ${sign}\u{1F600}` }
  const draft = await cases.call(
    radCase.saveCase,
    { form: cases.createForm(change) },
    cases.token('doctor'),
  )
  expect(draft.status).toBe(200)
  const form = cases.createForm(change)
  const refused = await cases.call(
    radCase.submitCase,
    { form: { fields: { ...form.fields, newBreed: '犬' } } },
    cases.token('doctor'),
  )
  expect(refused).toRefuse('request/invalid')
  expect(refused.body).toMatchObject({
    fields: {
      patientName: message(sign),
      breedId: message('犬'),
      clinicHistory: message(`☐ ${sign} \u{1F600}`),
    },
  })
  expect(refused.body).not.toHaveProperty('fields.ownerName')
})

test('names of the register are sent as they are, because the form does not change the register', async () => {
  const { patientId } = cases.first.records
  await cases.unscopedDb
    .updateTable('patient')
    .set({ name: '小花' })
    .where('id', '=', patientId)
    .execute()
  const submit = (patientName: string) =>
    cases.call(
      radCase.submitCase,
      { form: cases.createForm({ patientName }) },
      cases.token('doctor'),
    )
  expect((await submit('小花')).status).toBe(200)
  const refused = await submit('小花犬')
  expect(refused.body).toMatchObject({ fields: { patientName: message('犬') } })
})

test('signature, credentials and addenda have only characters that the PDF can print', async () => {
  const id = await cases.createCase(2)
  const submitted = await cases.submit(id, 'owner', { signature: `Dr. Roy ${sign}` })
  expect(submitted.body).toMatchObject({ fields: { signature: message(sign) } })
  expect((await cases.submit(id, 'owner', { signature: 'Dr. Roy' })).status).toBe(200)

  const body = { text: `Nodule ${sign}`, reason: 'Second ☐ look', reportVersion: 1 }
  const params = { id }
  const added = await cases.call(radCase.addAddendum, { params, body }, cases.token('owner'))
  expect(added).toRefuse('request/invalid')
  expect(added.body).toMatchObject({ fields: { text: message(sign), reason: message('☐') } })
  expect((await cases.findCase(id)).reportVersion).toBe(1)

  const credentials = { body: { title: `DACVR ${sign}`, licence: '' } }
  const saved = await cases.call(radCase.saveSignature, credentials, cases.token('owner'))
  expect(saved.body).toMatchObject({ fields: { title: message(sign) } })
})
