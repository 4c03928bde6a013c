import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let client: DicomWebClient
let foreign: string

type Told = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>

const study = (name: string) => ({
  StudyInstanceUID: uidFor(name),
  SeriesInstanceUID: uidFor(`${name} series`),
  StudyDescription: name,
})

beforeAll(async () => {
  server = await testServer()
  const token = await server.tokenOf(server.first.people.staff.id)
  foreign = await server.tokenOf(server.second.people.staff.id)
  const rex = { PatientName: 'Lévesque^Rex', PatientID: 'S-1', ResponsiblePerson: 'Lévesque^Zoé' }
  for (const number of [1, 2])
    await importFile(
      server,
      token,
      radiograph(`a${number}`, {
        ...study('Thorax'),
        ...rex,
        InstanceNumber: number,
        KVP: 62.5,
        ImageComments: 'quiet "dog"',
      }),
    )
  const hips = { ...study('Hips'), PatientID: 'S-2', StudyDate: '20260110', Modality: 'CR' }
  await importFile(server, token, radiograph('b1', hips))
  await importFile(server, foreign, radiograph('c1', study('Elsewhere')))
  client = await dicomWebClient(server, token)
})
afterAll(() => server.close())

async function found(path: string, by?: string) {
  const answer = await client.send(path, by === undefined ? {} : { by })
  expect([path, answer.status, answer.body.toString().slice(0, 200)]).toMatchObject([path, 200, {}])
  return answer.json() as Told[]
}
const values = (told: readonly Told[], tag: string) => told.map((one) => one[tag]?.Value?.[0])
const description = '00081030'

describe('studies', () => {
  test('are told in DICOM JSON', async () => {
    const answer = await client.send(`/studies?StudyInstanceUID=${uidFor('Thorax')}`)
    expect(answer.headers['content-type']).toBe('application/dicom+json')
    const [told] = answer.json() as Told[]
    expect(told).toMatchObject({
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      '00080020': { vr: 'DA', Value: ['20260105'] },
      '00080061': { vr: 'CS', Value: ['DX'] },
      '00081190': {
        vr: 'UR',
        Value: [`${server.config.apiBase}dicom-web/studies/${uidFor('Thorax')}`],
      },
      '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Zoé Lévesque^Rex' }] },
      '00201206': { vr: 'IS', Value: [1] },
      '00201208': { vr: 'IS', Value: [2] },
    })
    const tags = Object.keys(told ?? {})
    expect(tags).toEqual(tags.toSorted())
  })

  test('are asked for by keyword, by tag, and page by page', async () => {
    expect(values(await found('/studies?PatientID=S-2'), description)).toEqual(['Hips'])
    expect(values(await found('/studies?00100020=S-2'), description)).toEqual(['Hips'])
    const all = values(await found('/studies'), '0020000D')
    const pages = [
      ...(await found('/studies?limit=1')),
      ...(await found('/studies?limit=1&offset=1')),
      ...(await found('/studies?offset=2')),
    ]
    expect(values(pages, '0020000D')).toEqual(all)
    expect(await found('/studies?limit=0')).toEqual([])
    expect(await found('/studies?PatientID=nobody')).toEqual([])
  })

  test('of another clinic are not there', async () => {
    expect(await found(`/studies?StudyInstanceUID=${uidFor('Elsewhere')}`)).toEqual([])
    expect(await found(`/studies/${uidFor('Elsewhere')}/series`)).toEqual([])
    expect(await found(`/studies?StudyInstanceUID=${uidFor('Elsewhere')}`, foreign)).toHaveLength(1)
    const named = await client.send(`/studies?clinicId=${server.second.id}`)
    expect([named.status, named.json()]).toMatchObject([403, { code: 'access/other-clinic' }])
  })

  test('are told as plain JSON where that is asked for, and as nothing else', async () => {
    const plain = await client.send('/studies', { accept: 'application/json' })
    expect(plain.headers['content-type']).toMatch(/^application\/json/u)
    const xml = 'multipart/related; type="application/dicom+xml"'
    expect((await client.send('/studies', { accept: xml })).status).toBe(406)
    const either = await client.send('/studies', { accept: `${xml}, application/dicom+json;q=0.5` })
    expect(either.headers['content-type']).toBe('application/dicom+json')
    const browser = await client.send('/studies', { accept: 'text/html,*/*;q=0.8' })
    expect(browser.status).toBe(200)
  })
})

describe('keys', () => {
  test.each([
    ['PatientColour=red', 400, 'web/unknown-key'],
    ['00100077=red', 400, 'web/unknown-key'],
    ['includefield=PatientColour', 400, 'web/unknown-key'],
    ['PatientID=a&00100020=b', 400, 'request/malformed'],
    ['limit=-1', 400, 'request/malformed'],
    ['limit=many', 400, 'request/malformed'],
    ['limit=1&limit=2', 400, 'request/malformed'],
    ['fuzzymatching=perhaps', 400, 'request/malformed'],
    ['clinicId=x', 400, 'request/malformed'],
  ])('%s is refused', async (query, status, code) => {
    const answer = await client.send(`/studies?${query}`)
    expect([answer.status, answer.json()]).toMatchObject([status, { code }])
  })

  test.each([
    ['fuzzymatching=true', /fuzzymatching parameter is not supported/u],
    ['StationName=ROOM1', /not matched: StationName/u],
    ['00400275.00400009=1', /not matched: 00400275.00400009/u],
    ['00091001=x', /not matched: 00091001/u],
  ])('%s is told to be ignored', async (query, words) => {
    const answer = await client.send(`/studies?${query}`)
    expect(answer.status).toBe(200)
    expect(answer.headers['warning']).toMatch(/^299 Talus "/u)
    expect(answer.headers['warning']).toMatch(words)
  })
})

test('series and instances are found within their studies, and of all of them', async () => {
  const series = await found(`/studies/${uidFor('Thorax')}/series`)
  expect(values(series, '0020000E')).toEqual([uidFor('Thorax series')])
  expect(values(series, '00201209')).toEqual([2])
  expect(await found('/series?Modality=CR')).toHaveLength(1)
  const uids = [uidFor('image a1'), uidFor('image a2')]
  const path = `/studies/${uidFor('Thorax')}`
  for (const instances of [
    await found(`${path}/instances`),
    await found(`${path}/series/${uidFor('Thorax series')}/instances`),
    await found(`/instances?PatientID=S-1`),
  ])
    expect(values(instances, '00080018')).toEqual(uids)
  expect(await found(`${path}/series/${uidFor('Hips series')}/instances`)).toEqual([])
})

test('an instance tells of its file what it is asked for', async () => {
  const path = `/studies/${uidFor('Thorax')}/instances?InstanceNumber=1`
  const [plain] = await found(path)
  expect(plain?.['00180060']).toBeUndefined()
  const [more] = await found(`${path}&includefield=KVP,00204000&includefield=StationName`)
  expect([more?.['00180060']?.Value, more?.['00204000']?.Value]).toEqual([[62.5], ['quiet "dog"']])
  expect(more?.['00281052']).toBeUndefined()
  const [all] = await found(`${path}&includefield=all`)
  expect(all?.['00180060']?.Value).toEqual([62.5])
  expect(all?.['00280100']?.Value).toEqual([16])
  expect(all?.['00081190']?.Value).toEqual([
    `${server.config.apiBase}dicom-web/studies/${uidFor('Thorax')}/series/${uidFor('Thorax series')}/instances/${uidFor('image a1')}`,
  ])
})
