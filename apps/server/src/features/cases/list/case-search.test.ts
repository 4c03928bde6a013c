import { formatCaseNumber, routes } from '@talus/contract'
import type { CaseId, ClinicId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
const ids: CaseId[] = []
const names = ['Bella', 'Élodie 100%', 'Isabella', 'Rex_1', 'Rex 21']
/** The test server has one more. */
const listed = names.length + 1
beforeAll(async () => {
  cases = await openCaseFixture()
  for (const patientName of names) {
    const form = cases.createForm({ patientName })
    const { body } = await cases.call(routes.radCase.submit, { form }, cases.token('doctor'))
    ids.push(body.id)
  }
})
afterAll(() => cases.close())

const page = async (query: object) =>
  (await cases.call(routes.radCase.page, { query: { status: 1, ...query } }, cases.token('doctor')))
    .body
const findNames = async (search: string) =>
  (await page({ search })).rows.map(({ patientName }) => patientName).toSorted()

test.each([
  ['bell', ['Bella', 'Isabella']],
  ['ABELL', ['Isabella']],
  ['elodie', ['Élodie 100%']],
  ['100%', ['Élodie 100%']],
  ['%', ['Élodie 100%']],
  ['x_', ['Rex_1']],
  ['rex 2', ['Rex 21']],
  ['none', []],
])(
  'the search for %s finds words inside of words, and signs as they are',
  async (search, found) => {
    expect(await findNames(search)).toEqual(found)
  },
)

test('a case is found by its number and by the name of its clinic', async () => {
  const [first] = ids
  if (first === undefined) throw new Error('no case')
  expect(await findNames(formatCaseNumber(first))).toEqual(['Bella'])
  const clinic = await cases.unscopedDb
    .selectFrom('clinic')
    .select('name')
    .where('id', '=', cases.first.id)
    .executeTakeFirstOrThrow()
  expect(await findNames(clinic.name.slice(0, 4))).toHaveLength(listed)
})

test('lists are limited to the clinic that a super admin names, and a case names its clinic', async () => {
  const { studyId, imageId, doctorId } = cases.second.records
  const form = cases.createForm({ studyId, referringVeterinarianId: doctorId })
  const fields = { ...form.fields, imageIds: JSON.stringify([imageId]) }
  const sent = await cases.call(
    routes.radCase.submitCase,
    { form: { fields } },
    cases.token('otherDoctor'),
  )
  const { id } = sent.body
  const listIds = async (clinicId?: ClinicId) => {
    const query = { status: 1, ...(clinicId === undefined ? {} : { clinicId }) } as const
    const token = cases.token('superAdmin')
    const replies = [
      await cases.call(routes.radCase.list, { query }, token),
      await cases.call(routes.radCase.reportStat, { query }, token),
    ]
    const page = await cases.call(routes.radCase.page, { query: { ...query, size: 100 } }, token)
    return [...replies.map(({ body }) => body), page.body.rows].map((rows) =>
      rows.map((row) => row.id).filter((one) => one === id || one === ids[0]),
    )
  }
  for (const [clinicId, own] of [
    [cases.first.id, ids[0]],
    [cases.second.id, id],
  ] as const)
    expect(await listIds(clinicId)).toEqual([[own], [own], [own]])
  expect((await listIds()).map((found) => found.length)).toEqual([2, 2, 2])

  const name = await cases.call(routes.radCase.clinicName, { params: { id } }, cases.token('owner'))
  const { name: clinicName } = await cases.unscopedDb
    .selectFrom('clinic')
    .select('name')
    .where('id', '=', cases.second.id)
    .executeTakeFirstOrThrow()
  expect(name.body).toEqual({ clinicName })
  expect(
    await cases.call(routes.radCase.clinicName, { params: { id } }, cases.token('doctor')),
  ).toRefuse('record/not-found')
})

test('every page names the same total', async () => {
  const totals = []
  for (const number of [0, 1, 2]) {
    const { rows, total } = await page({ page: number, size: 4 })
    totals.push([rows.length, total])
  }
  expect(totals).toEqual([
    [4, listed],
    [2, listed],
    [0, listed],
  ])
})
