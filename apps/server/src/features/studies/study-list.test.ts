import { routes, studySorts } from '@talus/contract'
import type { StudySort } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedStudy } from '../../testing/records/listed-study.ts'
import { createListClinic } from '../../testing/server/list-clinic.ts'
import type { ListClinic } from '../../testing/server/list-clinic.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const clinicWith = (timeZone: string, listed: readonly ListedStudy[]) =>
  createListClinic(server, timeZone, listed)

const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, 12, minute)).toISOString()

describe('study search by words', () => {
  let clinic: ListClinic
  beforeAll(async () => {
    clinic = await clinicWith('UTC', [
      { patient: 'Étoile', owner: 'Jean Côté', code: 'TAL-00012', createdOn: at(1) },
      { patient: 'Max', owner: 'Étienne Roy', code: 'TAL-00120', createdOn: at(2) },
      { patient: 'Maxime le Grand', owner: 'Ann Able', code: 'B7', createdOn: at(3) },
      { patient: '100%', owner: "O'Brien", code: 'X_1', accession: 'ACC-9', createdOn: at(4) },
      { patient: 'a/b\\c', code: '=1+1', createdOn: at(5) },
      { patient: 'Максим', owner: '山田 太郎', code: '🐶1', createdOn: at(6) },
      { patient: 'Uno', code: 'PH-1', createdOn: at(-3) },
      { patient: 'Decem', code: 'PH-10', createdOn: at(-2) },
      { patient: 'Duo', code: 'PH-2/1', createdOn: at(-1) },
    ])
  })

  test.each([
    ['name', { patientName: 'max' }, ['Maxime le Grand', 'Max']],
    ['name without its accents', { patientName: 'ETO' }, ['Étoile']],
    ['name with accents that it has not', { patientName: 'gránd' }, ['Maxime le Grand']],
    ['owner', { patientName: 'cote' }, ['Étoile']],
    ['prefix of name or owner', { patientName: 'ét' }, ['Max', 'Étoile']],
    ['two words, of name and owner', { patientName: 'roy max' }, ['Max']],
    ['middle of a word', { patientName: 'toil' }, ['Étoile']],
    ['two letters inside of a word', { patientName: 'to' }, []],
    ['identifier', { patientId: 'tal-0001' }, ['Étoile']],
    ['two digits inside of an identifier', { patientId: '12' }, []],
    ['end of an identifier', { patientId: '120' }, ['Max']],
    ['number of an identifier', { patientId: '00120' }, ['Max']],
    ['accession code', { patientId: 'acc-9' }, ['100%']],
    ['identifier is no name', { patientName: 'tal' }, []],
    ['name is no identifier', { patientId: 'max' }, []],
    ['number, the exact one first', { search: 'PH-1' }, ['Uno', 'Decem']],
    ['search of any', { search: 'tal jean' }, ['Étoile']],
    ['search that nothing has', { search: 'tal nobody' }, []],
    ['percent sign', { patientName: '100%' }, ['100%']],
    ['percent sign alone', { patientName: '%' }, []],
    ['underscore', { patientId: 'x_1' }, ['100%']],
    ['underscore is not a wildcard', { patientId: 'x-1' }, []],
    ['another apostrophe', { patientName: 'o’brien' }, ['100%']],
    ['quotation mark', { patientName: "o'b" }, ['100%']],
    ['slashes', { patientName: 'a/b\\' }, ['a/b\\c']],
    ['formula', { patientId: '=1' }, ['a/b\\c']],
    ['another alphabet', { patientName: 'мак' }, ['Максим']],
    ['characters without spaces', { search: '山' }, ['Максим']],
    ['emoji', { patientId: '🐶' }, ['Максим']],
    ['statement', { search: "'; drop table study --" }, []],
    ['many words', { search: Array.from({ length: 120 }, (_, n) => n % 10).join(' ') }, []],
    [
      'spaces alone',
      { search: '   ' },
      ['Максим', 'a/b\\c', '100%', 'Maxime le Grand', 'Max', 'Étoile', 'Duo', 'Decem', 'Uno'],
    ],
  ])('study search: %s', async (_what, query, found) => {
    expect(await clinic.names(query)).toEqual(found)
  })

  test('studies of animals without a name are found by what the screens call them', async () => {
    const { names } = await clinicWith('UTC', [
      { patient: 'Unnamed 3', code: 'UNNAMED-3', createdOn: at(1) },
      { patient: 'Unnamed 7', code: '7', owner: 'Ann Able', createdOn: at(2) },
      { patient: 'Unnamed Kitten', code: 'K-1', createdOn: at(3) },
      { patient: 'Sansa', owner: 'Nomad', createdOn: at(4) },
    ])
    expect(await names({ search: 'unnamed' })).toEqual(['Unnamed Kitten', 'Unnamed 7', 'Unnamed 3'])
    for (const query of [{ search: 'Sans nom' }, { patientName: 'sans nom' }])
      expect(await names(query)).toEqual(['Sansa', 'Unnamed 7', 'Unnamed 3'])
    expect(await names({ search: 'sans nom 3' })).toEqual(['Unnamed 3'])
    expect(await names({ search: 'able sans nom' })).toEqual(['Unnamed 7'])
  })

  test('a search text that is too long or has control characters is refused', async () => {
    for (const patientName of ['x'.repeat(256), 'a\u0000b']) {
      const query = { ClinicId: clinic.id, patientName }
      const { status } = await server.call(routes.study.page, { query }, clinic.token)
      expect(status).toBe(400)
    }
  })

  test('the placeholders of the specified paths mean no filter', async () => {
    const list = async (patientName: string, patientId: string, from = 'null', to = 'null') => {
      const params = { clinicId: clinic.id, patientName, patientId, dateFrom: from, dateTo: to }
      const answers = [
        await server.call(routes.study.byFilters, { params }, clinic.token),
        await server.call(routes.study.forXrayLog, { params }, clinic.token),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      return answers[0]?.body.map((row) => row.patientName)
    }
    expect(await list('!', '0')).toHaveLength(9)
    expect(await list('max', '0')).toEqual(['Maxime le Grand', 'Max'])
    expect(await list('!', 'TAL')).toEqual(['Max', 'Étoile'])
    expect(await list('a/b\\', '0')).toEqual(['a/b\\c'])
    expect(await list('100%', '0')).toEqual(['100%'])
    expect(await list('éto', '0', '2026-02-01', '2026-02-01')).toEqual(['Étoile'])
    expect(await list('!', '0', '2026-02-02')).toEqual([])
    // Only the exact text is a placeholder.
    expect(await list('!!', '0')).toEqual([])
    expect(await list('!', '00')).toEqual(['Max', 'Étoile'])
  })

  test('an invalid date filter is refused', async () => {
    const params = { clinicId: clinic.id, patientName: '!', patientId: '0', dateTo: 'null' }
    for (const dateFrom of ['yesterday', '2026-02-30', '!', '0']) {
      const asked = { params: { ...params, dateFrom } }
      expect((await server.call(routes.study.byFilters, asked, clinic.token)).status).toBe(400)
    }
  })
})

describe('study search by dates', () => {
  test('date filters use the days of the clinic, on both sides of midnight UTC', async () => {
    const toronto = await clinicWith('America/Toronto', [
      { patient: 'Late', createdOn: '2026-02-11T04:30:00.000Z' },
      { patient: 'Next', createdOn: '2026-02-11T05:00:00.000Z' },
      { patient: 'Early', createdOn: '2026-02-10T05:00:00.000Z' },
      { patient: 'Before', createdOn: '2026-02-10T04:59:59.999Z' },
    ])
    const day = { dateFrom: '2026-02-10', dateTo: '2026-02-10' }
    expect(await toronto.names(day)).toEqual(['Late', 'Early'])
    const tokyo = await clinicWith('Asia/Tokyo', [
      { patient: 'Late', createdOn: '2026-02-10T14:30:00.000Z' },
      { patient: 'Next', createdOn: '2026-02-10T15:00:00.000Z' },
      { patient: 'Early', createdOn: '2026-02-09T15:00:00.000Z' },
      { patient: 'Before', createdOn: '2026-02-09T14:59:59.999Z' },
    ])
    expect(await tokyo.names(day)).toEqual(['Late', 'Early'])
    expect(await tokyo.names({ dateFrom: '2026-02-11' })).toEqual(['Next'])
    expect(await tokyo.names({ dateTo: '2026-02-09' })).toEqual(['Before'])
  })

  test('date filters respect days of 23 and 25 hours', async () => {
    const clinic = await clinicWith('America/Toronto', [
      { patient: 'Short', createdOn: '2026-03-09T03:59:59.999Z' },
      { patient: 'After short', createdOn: '2026-03-09T04:00:00.000Z' },
      { patient: 'Long', createdOn: '2026-11-02T04:59:59.999Z' },
      { patient: 'After long', createdOn: '2026-11-02T05:00:00.000Z' },
    ])
    expect(await clinic.names({ dateFrom: '2026-03-08', dateTo: '2026-03-08' })).toEqual(['Short'])
    expect(await clinic.names({ dateFrom: '2026-11-01', dateTo: '2026-11-01' })).toEqual(['Long'])
  })

  test('a date range that ends before it starts finds nothing', async () => {
    const clinic = await clinicWith('UTC', [{ patient: 'One', createdOn: at(1) }])
    expect(await clinic.names({ dateFrom: '2026-02-02', dateTo: '2026-02-01' })).toEqual([])
    expect(await clinic.names({ dateFrom: '0001-01-01', dateTo: '9999-12-31' })).toEqual(['One'])
  })
})

describe('order of the study list', () => {
  let clinic: ListClinic
  const listed = [
    { patient: 'Bella', owner: 'Zoe', speciesId: 1, modality: 'General', createdOn: at(1) },
    { patient: 'bella', owner: 'Ann', speciesId: 2, modality: 'Dental', createdOn: at(2) },
    { patient: 'Bêlla', owner: 'Émile', speciesId: 1, modality: 'CT', createdOn: at(3) },
    { patient: 'Abel', owner: 'eve', modality: 'General', isDeleted: true, createdOn: at(4) },
    { patient: 'Zed', owner: 'Ann', speciesId: 3, modality: 'MR', createdOn: at(4) },
    { patient: 'Élan', modality: 'General', isDeleted: true, createdOn: at(5) },
  ] as const satisfies ListedStudy[]
  beforeAll(async () => {
    clinic = await clinicWith('UTC', listed)
  })

  test('sorting by name ignores case and accents, and ties are newest first in both directions', async () => {
    const ascending = ['Abel', 'Bêlla', 'bella', 'Bella', 'Élan', 'Zed']
    expect(await clinic.names({ sort: 'patientName', desc: '0' })).toEqual(ascending)
    const descending = ['Zed', 'Élan', 'Bêlla', 'bella', 'Bella', 'Abel']
    expect(await clinic.names({ sort: 'patientName', desc: '1' })).toEqual(descending)
  })

  test('sorting by date is newest first unless it is reversed', async () => {
    const newest = ['Élan', 'Zed', 'Abel', 'Bêlla', 'bella', 'Bella']
    expect(await clinic.names({})).toEqual(newest)
    expect(await clinic.names({ sort: 'studyDate', desc: '0' })).toEqual(newest.toReversed())
  })

  test('sorting by a shared value keeps the newest first', async () => {
    expect(await clinic.names({ sort: 'deleted', desc: '1' })).toEqual([
      'Élan',
      'Abel',
      'Zed',
      'Bêlla',
      'bella',
      'Bella',
    ])
    expect(await clinic.names({ sort: 'owner', desc: '0' })).toEqual([
      'Élan',
      'Zed',
      'bella',
      'Bêlla',
      'Abel',
      'Bella',
    ])
  })

  test('breeds, species and modalities are sorted by their names in the language of the reader', async () => {
    const named = await clinicWith('UTC', [
      { patient: 'A', breed: 'Boxer', speciesId: 1, modality: 'CT', createdOn: at(1) },
      {
        patient: 'B',
        breed: 'German Shepherd Dog',
        speciesId: 3,
        modality: 'MR',
        createdOn: at(2),
      },
      { patient: 'C', breed: 'Pug', speciesId: 2, modality: 'General', createdOn: at(3) },
    ])
    const sorted = async (sort: StudySort, language: string, query: object = {}) => {
      const asked = { ClinicId: named.id, sort, desc: '0', size: 10, ...query } as const
      const headers = { 'accept-language': language }
      const reply = await server.call(routes.study.page, { query: asked }, named.token, headers)
      return reply.body.rows.map(({ patientName }) => patientName).join('')
    }
    expect([await sorted('breed', 'en'), await sorted('breed', 'fr')]).toEqual(['ABC', 'BAC'])
    // Equine comes before feline in both languages.
    expect([await sorted('species', 'en'), await sorted('species', 'fr')]).toEqual(['ABC', 'ABC'])
    expect(await sorted('species', 'en', { desc: '1' })).toBe('CBA')
    // CT is TDM in French, and MR is IRM.
    expect([await sorted('modality', 'en'), await sorted('modality', 'fr')]).toEqual(['ACB', 'CBA'])
    const days = { dateFrom: '2026-02-01' }
    expect([await sorted('breed', 'fr', days), await sorted('modality', 'fr', days)]).toEqual([
      'BAC',
      'CBA',
    ])
  })

  test.each(studySorts)(
    'sorting by %s returns each study once, whatever the page size',
    async (sort) => {
      for (const desc of ['0', '1'] as const) {
        const whole = (await clinic.page({ sort, desc })).rows.map((row) => row.studyId)
        expect(new Set(whole).size).toBe(listed.length)
        const pages: number[] = []
        for (let page = 0; page < 4; page += 1) {
          const { rows, total, isMore } = await clinic.page({ sort, desc, page, size: 2 })
          expect([total, isMore]).toEqual([listed.length, false])
          pages.push(...rows.map((row) => row.studyId))
        }
        expect(pages).toEqual(whole)
        // The same studies by words and by dates, which use other strategies.
        const dated = await clinic.page({ sort, desc, dateFrom: '2026-02-01' })
        expect(dated.rows.map((row) => row.studyId)).toEqual(whole)
        const named = await clinic.page({ sort, desc, patientName: 'be' })
        const bees = whole.filter((id) => named.rows.some((row) => row.studyId === id))
        expect(named.rows.map((row) => row.studyId)).toEqual(bees)
        expect(bees).toHaveLength(3)
      }
    },
  )
})

describe('study search by visible columns', () => {
  test('the search finds species, modality, date and user, and prefers names of patients', async () => {
    const clinic = await clinicWith('America/Montreal', [
      { patient: 'Rex', owner: 'Ann Able', createdOn: '2026-02-11T03:00:00.000Z' },
      { patient: 'Mia', owner: 'Ann Able', createdOn: '2026-02-11T12:00:00.000Z' },
      { patient: 'General', owner: 'Tom Tall', createdOn: '2026-03-01T12:00:00.000Z' },
    ])
    const { unscopedDb } = server
    const update = (name: string, change: object) =>
      unscopedDb
        .updateTable('study')
        .set(change)
        .where('clinicId', '=', clinic.id)
        .where('patientNameKey', '=', name)
        .execute()
    await update('rex', { speciesId: 1, modality: 'Dental' })
    await update('mia', { speciesId: 2, modality: 'General', userKey: 'dr.smith' })
    await update('general', { speciesId: 3, modality: 'CT' })
    for (const [search, found] of [
      ['canine', ['Rex']],
      ['Féline', ['Mia']],
      ['equi', ['General']],
      ['dental', ['Rex']],
      ['dentaire able', ['Rex']],
      ['ct', ['General']],
      // A day of the clinic, not of UTC.
      ['2026-02-10', ['Rex']],
      ['2026-02', ['Mia', 'Rex']],
      ['2026-02 feline', ['Mia']],
      ['dr.smith', ['Mia']],
      // The name of an animal comes before the modality.
      ['general', ['General']],
      ['nothing', []],
    ] as const)
      for (const sort of ['studyDate', 'modality', 'patientName'] as const)
        expect([search, sort, (await clinic.names({ search, sort })).toSorted()]).toEqual([
          search,
          sort,
          [...found].toSorted(),
        ])
  })
})
