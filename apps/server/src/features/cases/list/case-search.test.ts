import { formatCaseNumber, routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
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
