import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClinicDb } from '../../../db/clinic-db.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { searchArchive } from './index.ts'
import type { Level } from './index.ts'

let server: TestServer

async function send(name: string, attributes: Attributes, by = server.first.users.staff.id) {
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: {
      authorization: `Bearer ${await server.createToken(by)}`,
      'content-type': 'application/dicom',
    },
    payload: createRadiograph(name, attributes),
  })
  if (statusCode !== 200) throw new Error(body)
}

const study = (name: string) => ({
  StudyInstanceUID: toUid(name),
  SeriesInstanceUID: toUid(`${name} series`),
  StudyDescription: name,
})

beforeAll(async () => {
  server = await startTestServer()
  const rex = { PatientName: 'Lévesque^Rex', PatientID: 'S-1', ResponsiblePerson: 'Lévesque^Zoé' }
  const minou = {
    PatientName: "O'Brien^Minou",
    PatientID: 'S-2',
    PatientSpeciesDescription: 'Feline',
    PatientSex: 'F',
    ResponsiblePerson: "O'Brien^Sean",
    PatientBirthDate: '20180303',
  }
  await send('a1', { ...study('Thorax'), ...rex, StudyDate: '20260105', InstanceNumber: 1 })
  await send('a2', { ...study('Thorax'), ...rex, StudyDate: '20260105', InstanceNumber: 2 })
  const second = { SeriesInstanceUID: toUid('Thorax series 2'), Modality: 'CT' }
  await send('a3', { ...study('Thorax'), ...rex, StudyDate: '20260105', ...second })
  await send('b1', { ...study('Hips 50%'), ...rex, StudyDate: '20260110', AccessionNumber: 'AC9' })
  await send('c1', { ...study('Teeth'), ...minou, StudyDate: '20260112', Modality: 'IO' })
  await send('d1', { ...study('Other clinic'), ...rex }, server.second.users.staff.id)
})
afterAll(() => server.close())

async function searchAll(level: Level, keys: Record<string, string>, options = {}) {
  const db = new ClinicDb(server.unscopedDb, [server.first.id])
  const hits: Attributes[] = []
  for await (const hit of searchArchive(db, {
    level,
    keys: new Map(Object.entries(keys)),
    ...options,
  }))
    hits.push(hit)
  return hits
}
/** The studies of the test factory have no description. */
const descriptions = async (keys: Record<string, string>, options = {}) =>
  (await searchAll('STUDY', keys, options)).map((hit) => hit['StudyDescription']).filter(Boolean)

describe('searching studies', () => {
  test.each([
    [{}, ['Teeth', 'Hips 50%', 'Thorax']],
    [{ PatientID: 'S-1' }, ['Hips 50%', 'Thorax']],
    [{ PatientID: 'S-*' }, ['Teeth', 'Hips 50%', 'Thorax']],
    [{ PatientID: 's-1' }, []],
    [{ PatientName: 'LEV*' }, ['Hips 50%', 'Thorax']],
    [{ PatientName: 'Lévesque^Rex' }, ['Hips 50%', 'Thorax']],
    [{ PatientName: 'rex' }, ['Hips 50%', 'Thorax']],
    [{ PatientName: '*vesq*' }, ['Hips 50%', 'Thorax']],
    [{ PatientName: 'vesq*' }, []],
    [{ PatientName: "O'Brien^*" }, ['Teeth']],
    [{ PatientName: '*' }, ['Teeth', 'Hips 50%', 'Thorax']],
    [{ StudyDate: '20260105' }, ['Thorax']],
    [{ StudyDate: '20260106-20260111' }, ['Hips 50%']],
    [{ StudyDate: '20260110-' }, ['Teeth', 'Hips 50%']],
    [{ StudyDate: '-20260110' }, ['Hips 50%', 'Thorax']],
    [{ StudyDate: '20260101-20260231' }, ['Teeth', 'Hips 50%', 'Thorax']],
    [{ StudyDate: 'yesterday' }, []],
    [{ StudyDate: '20261399' }, []],
    [{ StudyDate: '20260101-20269999' }, []],
    [{ PatientBirthDate: '99999999' }, []],
    [{ PatientBirthDate: '20180303' }, ['Teeth']],
    [{ PatientSex: 'F' }, ['Teeth']],
    [{ PatientSpeciesDescription: 'Feline' }, ['Teeth']],
    [{ ModalitiesInStudy: 'CT' }, ['Thorax']],
    [{ ModalitiesInStudy: 'CT\\IO' }, ['Teeth', 'Thorax']],
    [{ AccessionNumber: 'AC9' }, ['Hips 50%']],
    [{ StudyDescription: 'Hips 5?%' }, ['Hips 50%']],
    [{ StudyDescription: '%' }, []],
    [{ StudyInstanceUID: `${toUid('Teeth')},${toUid('Thorax')}` }, ['Teeth', 'Thorax']],
    [{ StudyInstanceUID: toUid('Other clinic') }, []],
    [{ PatientName: "'; drop table study; --" }, []],
  ])('finds those that match %o', async (keys, expected) => {
    expect(await descriptions(keys)).toEqual(expected)
  })

  test('returns all of them page by page', async () => {
    const all = await searchAll('STUDY', {})
    const pages = [
      ...(await searchAll('STUDY', {}, { limit: 2 })),
      ...(await searchAll('STUDY', {}, { limit: 2, offset: 2 })),
      ...(await searchAll('STUDY', {}, { offset: 4 })),
    ]
    expect(pages).toEqual(all)
  })
})

test('a found study has its patient and the counts of its series and images', async () => {
  const [hit] = await searchAll('STUDY', { StudyInstanceUID: toUid('Thorax') })
  expect(hit).toMatchObject({
    PatientName: 'Zoé Lévesque^Rex',
    PatientSpeciesDescription: 'Canine',
    StudyDate: '20260105',
    StudyTime: '101500',
    ModalitiesInStudy: ['DX', 'CT'],
    NumberOfStudyRelatedSeries: 2,
    NumberOfStudyRelatedInstances: 3,
  })
})

test('a study is found by its time of day and by its ID, as they are answered', async () => {
  const wanted = { StudyInstanceUID: toUid('Thorax') }
  const find = (keys: Record<string, string>) => searchAll('STUDY', { ...wanted, ...keys })
  expect(await find({ StudyTime: '1000-1100' })).toHaveLength(1)
  expect(await find({ StudyTime: '1100-' })).toEqual([])
  expect(await searchAll('STUDY', { StudyTime: '10' }, { limit: 1, offset: 1000 })).toEqual([])
  const [hit] = await find({})
  const { StudyID = '' } = hit ?? {}
  expect(typeof StudyID).toBe('string')
  expect(await find({ StudyID: StudyID as string })).toHaveLength(1)
  expect(await find({ StudyID: '999999' })).toEqual([])
})

test('series and images are found by keys of their study', async () => {
  const series = await searchAll('SERIES', { StudyInstanceUID: toUid('Thorax') })
  expect(series.map((hit) => [hit['Modality'], hit['NumberOfSeriesRelatedInstances']])).toEqual([
    ['DX', 2],
    ['CT', 1],
  ])
  const ofRex = { PatientID: 'S-1', Modality: 'DX' }
  const images = await searchAll('IMAGE', ofRex)
  expect(images.map((hit) => hit['SOPInstanceUID'])).toEqual(
    ['b1', 'a1', 'a2'].map((name) => toUid(`image ${name}`)),
  )
  expect(await searchAll('IMAGE', { ...ofRex, InstanceNumber: '2' })).toMatchObject([
    { Rows: 4, Columns: 3, InstanceNumber: 2 },
  ])
})

test('deleted studies and rejected images are not found', async () => {
  await server.unscopedDb
    .updateTable('image')
    .set({ isRejected: true })
    .where('sopInstanceUID', '=', toUid('image a2'))
    .execute()
  expect(await searchAll('IMAGE', { SOPInstanceUID: toUid('image a2') })).toEqual([])
  await server.unscopedDb
    .updateTable('study')
    .set({ isDeleted: true })
    .where('studyInstanceUID', '=', toUid('Teeth'))
    .execute()
  expect(await descriptions({ PatientID: 'S-2' })).toEqual([])
})
