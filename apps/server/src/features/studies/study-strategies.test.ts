import { foldText, routes, studySorts } from '@talus/contract'
import type { StudySort } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

/**
 * Enough studies that every strategy for a page is used: gathered and sorted, scanned by index,
 * listed by key. Each must return what a plain sort of everything would.
 */
const others = 6000
const zulus = 3600

interface Expected {
  readonly id: number
  readonly createdOn: string
  readonly keys: Readonly<Record<StudySort, string | number>>
}

let server: TestServer
let token: string
let all: readonly Expected[]

const nameOf = (number: number) =>
  number < others ? `Aaron ${number % 7}` : `Zulu ${String(number % 40).padStart(2, '0')}`

beforeAll(async () => {
  server = await startTestServer()
  const { first, unscopedDb } = server
  const owned = { clinicId: first.id, userId: first.users.staff.id }
  token = await server.createToken(owned.userId)
  const numbers = Array.from({ length: others + zulus }, (_, number) => number)
  const createdOn = (number: number) =>
    new Date(Date.UTC(2020, 0, 1) + ((number * 7919) % 9000) * 3_600_000).toISOString()
  const id = (number: number) => 100_000 + number
  const rows = numbers.map((number) => {
    const name = nameOf(number)
    const code = `N${(number * 31) % 9973}-${number}`
    return {
      patient: {
        ...owned,
        id: id(number),
        patientId: code,
        accessionCode: `S-${number}`,
        name,
        search: foldText(name),
        speciesId: (number % 3) + 1,
        sex: null,
        birthDate: null,
        breedId: null,
        description: '',
        ownerId: null,
        createdOn: createdOn(number),
        indexVersion: 99,
        patientIdKey: foldText(code),
      },
      study: {
        ...owned,
        id: id(number),
        patientId: id(number),
        createdOn: createdOn(number),
        studyInstanceUID: `2.25.33.${number}`,
        sopInstanceUID: '2.25.33',
        modality: number % 5 === 0 ? ('Dental' as const) : ('General' as const),
        isDeleted: number % 11 === 0,
        patientNameKey: foldText(name),
        patientIdKey: foldText(code),
        userKey: 'staff.first',
        speciesId: (number % 3) + 1,
      },
      words: foldText(name)
        .split(' ')
        .map((word) => ({
          clinicId: first.id,
          patientId: id(number),
          word,
          field: 'name' as const,
        })),
    }
  })
  for (let start = 0; start < rows.length; start += 1000) {
    const some = rows.slice(start, start + 1000)
    // The ids are fixed, so that they can be compared.
    await unscopedDb
      .insertInto('patient')
      .values(some.map(({ patient }) => patient) as never)
      .execute()
    await unscopedDb
      .insertInto('study')
      .values(some.map(({ study }) => study) as never)
      .execute()
    await unscopedDb
      .insertInto('patientWord')
      .values(some.flatMap(({ words }) => words) as never)
      .execute()
  }
  all = rows.map(({ study }) => ({
    id: study.id,
    createdOn: study.createdOn,
    keys: {
      studyDate: study.createdOn,
      patientId: study.patientIdKey,
      patientName: study.patientNameKey,
      owner: '',
      breed: '',
      // Canine, Equine, Feline.
      species: [0, 1, 3, 2].indexOf(study.speciesId),
      modality: study.modality,
      deleted: Number(study.isDeleted),
      user: '',
    },
  }))
}, 180_000)
afterAll(() => server.close())

const compare = <Value>(one: Value, other: Value) => (one < other ? -1 : Number(one > other))

function expected(sort: StudySort, desc: '0' | '1', isWanted: (study: Expected) => boolean) {
  const way = desc === '1' ? -1 : 1
  return all
    .filter(isWanted)
    .toSorted(
      (one, other) =>
        way * compare(one.keys[sort], other.keys[sort]) ||
        (sort === 'studyDate' ? -way : 1) * compare(other.createdOn, one.createdOn) ||
        (sort === 'studyDate' ? -way : 1) * compare(other.id, one.id),
    )
    .map(({ id }) => id)
}

const isZulu = ({ keys }: Expected) => String(keys.patientName).startsWith('zulu')
const filters = [
  ['a common name', { patientName: 'zul' }, isZulu],
  [
    'a common name in some days',
    { patientName: 'z', dateFrom: '2020-03-01', dateTo: '2020-08-31' },
    (study: Expected) =>
      isZulu(study) && study.createdOn >= '2020-03-01T05' && study.createdOn < '2020-09-01T04',
  ],
  [
    'two words',
    { search: 'zulu 0' },
    (study: Expected) => String(study.keys.patientName).startsWith('zulu 0'),
  ],
  [
    'many days',
    { dateFrom: '2020-03-01', dateTo: '2020-08-31' },
    ({ createdOn }: Expected) => createdOn >= '2020-03-01T05' && createdOn < '2020-09-01T04',
  ],
] as const

describe.each(filters)('%s', (_name, query, isWanted) => {
  test.each(studySorts)('the study page sorted by %s equals a plain sort', async (sort) => {
    for (const desc of ['0', '1'] as const) {
      const ids = expected(sort, desc, isWanted)
      for (const page of [0, 3, Math.floor((ids.length - 1) / 20)]) {
        const asked = { ...query, ClinicId: server.first.id, sort, desc, page, size: 20 }
        const { status, body } = await server.call(routes.study.page, { query: asked }, token)
        expect([status, body.rows.map(({ studyId }) => studyId)]).toEqual([
          200,
          ids.slice(page * 20, page * 20 + 20),
        ])
        // A count that was cut short is never too high, and says that there may be more.
        if (body.isMore) expect(body.total).toBeLessThanOrEqual(ids.length)
        else expect(body.total).toBe(ids.length)
      }
    }
  })
})

test('the unpaged list of a common name has every study', async () => {
  const params = {
    clinicId: server.first.id,
    patientName: 'zulu',
    patientId: '0',
    dateFrom: 'null',
    dateTo: 'null',
  }
  const { body } = await server.call(routes.study.byFilters, { params }, token)
  expect(body.map(({ studyId }) => studyId)).toEqual(expected('studyDate', '1', isZulu))
})
