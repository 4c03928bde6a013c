import { routes } from '@talus/contract'
import type { CaseId, RouteQuery } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
const ids: CaseId[] = []
const hourMs = 3_600_000

interface Sample {
  readonly status: 1 | 2 | 3 | 4 | 5
  readonly submitOn: string
  readonly modality?: 'XRay' | 'CT'
  readonly priority?: '24 Hours' | 'Urgent'
  readonly hours?: number
  readonly isInTime?: boolean
  readonly questions?: number
  readonly answers?: number
  readonly isTest?: boolean
  readonly isDeleted?: boolean
}

/** The last hour of 1 March in Toronto is 2 March in UTC. */
const samples: readonly Sample[] = [
  { status: 4, submitOn: '2026-03-02T04:30:00.000Z', hours: 2, isInTime: true },
  { status: 4, submitOn: '2026-03-02T12:00:00.000Z', hours: 10, isInTime: true, questions: 2 },
  { status: 4, submitOn: '2026-03-03T12:00:00.000Z', hours: 30, isInTime: false, modality: 'CT' },
  { status: 3, submitOn: '2026-03-03T13:00:00.000Z', questions: 1, priority: 'Urgent' },
  { status: 2, submitOn: '2026-03-04T12:00:00.000Z', questions: 1, answers: 1 },
  { status: 1, submitOn: '2026-03-05T12:00:00.000Z' },
  { status: 5, submitOn: '2026-03-05T13:00:00.000Z' },
  { status: 4, submitOn: '2026-03-03T12:00:00.000Z', hours: 99, isInTime: false, isTest: true },
  { status: 1, submitOn: '2026-03-03T12:00:00.000Z', isDeleted: true },
]

beforeAll(async () => {
  cases = await openCaseFixture()
  // The cases of the fixture would count too.
  await cases.unscopedDb.updateTable('radCase').set({ isTest: true }).execute()
  for (const sample of samples) {
    const id = await cases.createCase()
    ids.push(id)
    await cases.unscopedDb
      .updateTable('radCase')
      .set({
        status: sample.status,
        submitOn: sample.submitOn,
        modality: sample.modality ?? 'XRay',
        priority: sample.priority ?? '24 Hours',
        radiologistId: sample.status >= 2 ? cases.ids.owner : null,
        turnaroundMs: sample.hours === undefined ? null : sample.hours * hourMs,
        isInTime: sample.isInTime ?? null,
        questionCount: sample.questions ?? 0,
        answerCount: sample.answers ?? 0,
        isTest: sample.isTest ?? false,
        isDeleted: sample.isDeleted ?? false,
      })
      .where('id', '=', id)
      .execute()
  }
})
afterAll(() => cases.close())

type Query = RouteQuery<typeof routes.radCase.statistics>
const compute = async (query: Partial<Query> = {}) =>
  (await cases.call(routes.radCase.statistics, { query }, cases.token('doctor'))).body
const list = async (query: Partial<Query> = {}) =>
  (await cases.call(routes.radCase.reportStat, { query }, cases.token('doctor'))).body.map(
    ({ id }) => ids.indexOf(id),
  )

test('statistics of a worked example: volumes, turnaround, questions and the share in time', async () => {
  const statistics = await compute({ timeZone: 'America/Toronto' })
  expect(statistics).toMatchObject({
    total: 7,
    byDay: [
      { day: '2026-03-01', count: 1 },
      { day: '2026-03-02', count: 1 },
      { day: '2026-03-03', count: 2 },
      { day: '2026-03-04', count: 1 },
      { day: '2026-03-05', count: 2 },
    ],
    byStatus: [
      { status: 1, count: 1 },
      { status: 2, count: 1 },
      { status: 3, count: 1 },
      { status: 4, count: 3 },
      { status: 5, count: 1 },
    ],
    byRadiologist: [{ radiologistId: cases.ids.owner, name: 'Test rad.owner', count: 6 }],
    reported: 3,
    // The second and the third of three reports.
    turnaroundMedianMs: 10 * hourMs,
    turnaroundP90Ms: 30 * hourMs,
    questions: 4,
    answeredCases: 1,
  })
  expect(statistics.inTimeShare).toBeCloseTo(2 / 3)
  expect(statistics.questionsPerCase).toBeCloseTo(4 / 7)
  expect(statistics.byModality).toContainEqual({ modality: 'CT', count: 1 })
  expect(statistics.byPriority).toContainEqual({ priority: 'Urgent', count: 1 })
  // Between the two middle values: two reports took 2 and 10 hours.
  expect((await compute({ modality: 'XRay' })).turnaroundMedianMs).toBe(6 * hourMs)
})

test.each([
  ['status', { status: 4 }, [2, 1, 0]],
  ['modality', { modality: 'CT' }, [2]],
  ['priority', { priority: 'Urgent' }, [3]],
  ['first day', { submitdateFrom: '2026-03-04' }, [6, 5, 4]],
  ['last day', { submitdateTo: '2026-03-02' }, [1, 0]],
  ['both days', { submitdateFrom: '2026-03-03', submitdateTo: '2026-03-03' }, [3, 2]],
  ['nothing', {}, [6, 5, 4, 3, 2, 1, 0]],
] as const)(
  'the filter by %s gives the same cases to the table and to the figures, tests left out',
  async (_name, query, expected) => {
    expect(await list(query)).toEqual(expected)
    expect((await compute(query)).total).toBe(expected.length)
  },
)

test('the days of the figures are those of the named time zone, and an unknown one is refused', async () => {
  const day = { submitdateFrom: '2026-03-01', submitdateTo: '2026-03-01' }
  expect((await compute({ ...day, timeZone: 'America/Toronto' })).total).toBe(1)
  expect((await compute(day)).total).toBe(0)
  const query = { timeZone: 'Mars/Olympus' }
  const reply = await cases.call(routes.radCase.statistics, { query }, cases.token('doctor'))
  expect(reply).toRefuse('request/invalid')
})

test('figures without a case are empty, and those of another clinic count nothing of this one', async () => {
  expect(await compute({ submitdateFrom: '2030-01-01' })).toMatchObject({
    total: 0,
    byDay: [],
    turnaroundMedianMs: null,
    inTimeShare: null,
    questionsPerCase: null,
  })
  const other = await cases.call(
    routes.radCase.statistics,
    { query: { clinicId: cases.first.id } },
    cases.token('otherDoctor'),
  )
  expect(other.body?.total ?? 0).toBe(0)
})
