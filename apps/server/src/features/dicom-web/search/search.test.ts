import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDicomWebClient, importFile } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { insertUser } from '../../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let client: DicomWebClient
let foreign: string

type Found = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>

const study = (name: string) => ({
  StudyInstanceUID: toUid(name),
  SeriesInstanceUID: toUid(`${name} series`),
  StudyDescription: name,
})

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.createToken(server.first.users.staff.id)
  foreign = await server.createToken(server.second.users.staff.id)
  const rex = { PatientName: 'Lévesque^Rex', PatientID: 'S-1', ResponsiblePerson: 'Lévesque^Zoé' }
  for (const number of [1, 2])
    await importFile(
      server,
      token,
      createRadiograph(`a${number}`, {
        ...study('Thorax'),
        ...rex,
        InstanceNumber: number,
        KVP: 62.5,
        ImageComments: 'quiet "dog"',
      }),
    )
  const hips = { ...study('Hips'), PatientID: 'S-2', StudyDate: '20260110', Modality: 'CR' }
  await importFile(server, token, createRadiograph('b1', hips))
  await importFile(server, foreign, createRadiograph('c1', study('Other clinic')))
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

async function search(path: string, by?: string) {
  const response = await client.send(path, by === undefined ? {} : { by })
  expect([path, response.status, response.body.toString().slice(0, 200)]).toMatchObject([
    path,
    200,
    {},
  ])
  return response.json() as Found[]
}
const values = (rows: readonly Found[], tag: string) => rows.map((row) => row[tag]?.Value?.[0])
const description = '00081030'

describe('studies found by QIDO-RS', () => {
  test('are returned as DICOM JSON', async () => {
    const response = await client.send(`/studies?StudyInstanceUID=${toUid('Thorax')}`)
    expect(response.headers['content-type']).toBe('application/dicom+json')
    const [row] = response.json() as Found[]
    expect(row).toMatchObject({
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      '00080020': { vr: 'DA', Value: ['20260105'] },
      '00080061': { vr: 'CS', Value: ['DX'] },
      '00081190': {
        vr: 'UR',
        Value: [`${server.config.apiBase}dicom-web/studies/${toUid('Thorax')}`],
      },
      '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Zoé Lévesque^Rex' }] },
      '00201206': { vr: 'IS', Value: [1] },
      '00201208': { vr: 'IS', Value: [2] },
    })
    const tags = Object.keys(row ?? {})
    expect(tags).toEqual(tags.toSorted())
  })

  test('are found by keyword, by tag, and page by page', async () => {
    expect(values(await search('/studies?PatientID=S-2'), description)).toEqual(['Hips'])
    expect(values(await search('/studies?00100020=S-2'), description)).toEqual(['Hips'])
    const all = values(await search('/studies'), '0020000D')
    const pages = [
      ...(await search('/studies?limit=1')),
      ...(await search('/studies?limit=1&offset=1')),
      ...(await search('/studies?offset=2')),
    ]
    expect(values(pages, '0020000D')).toEqual(all)
    expect(await search('/studies?limit=0')).toEqual([])
    expect(await search('/studies?PatientID=nobody')).toEqual([])
  })

  test('of another clinic are not found', async () => {
    expect(await search(`/studies?StudyInstanceUID=${toUid('Other clinic')}`)).toEqual([])
    expect(await search(`/studies/${toUid('Other clinic')}/series`)).toEqual([])
    expect(
      await search(`/studies?StudyInstanceUID=${toUid('Other clinic')}`, foreign),
    ).toHaveLength(1)
    const named = await client.send(`/studies?clinicId=${server.second.id}`)
    expect(named).toRefuse('access/other-clinic')
  })

  test('are returned as plain JSON on request, and in no other type', async () => {
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

describe('QIDO-RS keys', () => {
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
  ])('(%s) are refused', async (query, status, code) => {
    const response = await client.send(`/studies?${query}`)
    expect([response.status, response.json()]).toMatchObject([status, { code }])
  })

  test.each([
    ['fuzzymatching=true', /fuzzymatching parameter is not supported/u],
    ['StationName=ROOM1', /not matched: StationName/u],
    ['00400275.00400009=1', /not matched: 00400275.00400009/u],
    ['00091001=x', /not matched: 00091001/u],
  ])('(%s) are ignored with a warning', async (query, words) => {
    const response = await client.send(`/studies?${query}`)
    expect(response.status).toBe(200)
    expect(response.headers['warning']).toMatch(/^299 Talus "/u)
    expect(response.headers['warning']).toMatch(words)
  })
})

test('a user to whom no clinic is assigned finds nothing, also by date', async () => {
  const id = await insertUser(server.unscopedDb, {
    username: 'unassigned',
    clinicId: null,
    flags: { contractSuperAdmin: true },
    passwordHash: 'none',
  })
  const unassigned = await server.createToken(id)
  for (const path of ['/studies', '/studies?StudyDate=20260101-', '/instances?StudyDate=20260110'])
    expect(await search(path, unassigned)).toEqual([])
})

test('QIDO-RS finds series and instances within a study and across studies', async () => {
  const series = await search(`/studies/${toUid('Thorax')}/series`)
  expect(values(series, '0020000E')).toEqual([toUid('Thorax series')])
  expect(values(series, '00201209')).toEqual([2])
  expect(await search('/series?Modality=CR')).toHaveLength(1)
  const uids = [toUid('image a1'), toUid('image a2')]
  const path = `/studies/${toUid('Thorax')}`
  for (const instances of [
    await search(`${path}/instances`),
    await search(`${path}/series/${toUid('Thorax series')}/instances`),
    await search(`/instances?PatientID=S-1`),
  ])
    expect(values(instances, '00080018')).toEqual(uids)
  expect(await search(`${path}/series/${toUid('Hips series')}/instances`)).toEqual([])
})

test('QIDO-RS returns the requested attributes of an instance from its file', async () => {
  const path = `/studies/${toUid('Thorax')}/instances?InstanceNumber=1`
  const [plain] = await search(path)
  expect(plain?.['00180060']).toBeUndefined()
  const [more] = await search(`${path}&includefield=KVP,00204000&includefield=StationName`)
  expect([more?.['00180060']?.Value, more?.['00204000']?.Value]).toEqual([[62.5], ['quiet "dog"']])
  expect(more?.['00281052']).toBeUndefined()
  const [all] = await search(`${path}&includefield=all`)
  expect(all?.['00180060']?.Value).toEqual([62.5])
  expect(all?.['00280100']?.Value).toEqual([16])
  expect(all?.['00081190']?.Value).toEqual([
    `${server.config.apiBase}dicom-web/studies/${toUid('Thorax')}/series/${toUid('Thorax series')}/instances/${toUid('image a1')}`,
  ])
})
