import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../../../testing/records/clinics-and-users.ts'
import {
  createClinicWithImages,
  createDicomBytes,
} from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { hasUnzip, readZip, testWithUnzip } from '../../../testing/images/read-zip.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let studyId: StudyId
let token: string
const qualities: (number | undefined)[] = []

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapRenderPool: (renderPool) => ({
        ...renderPool,
        renderJpeg: async (source, options) => {
          qualities.push(options?.quality)
          const bytes = typeof source === 'function' ? await source() : source
          return Buffer.concat([Buffer.of(0xff, 0xd8), bytes.subarray(132)])
        },
      }),
    },
  )
  clinic = await createClinicWithImages(server, 'Downloads')
  studyId = await clinic.addStudy(await clinic.addPatient('Réx/../"Éa"', 'VET:1'))
  const { unscopedDb, passwordHash } = server
  const flags = { dicomForms: true }
  const username = 'chooser'
  const user = { username, clinicId: clinic.id, flags, passwordHash }
  token = await server.createToken(await insertUser(unscopedDb, user))
})
afterAll(() => server.close())

const image = (rest: string, change: object = {}) =>
  clinic.addImage({ studyId, bytes: createDicomBytes(rest), ...change })
const download = (imageIds: readonly number[], type: 'JPEG' | 'DICOM', path = 'image/download') =>
  server.app.inject({
    method: 'POST',
    url: server.config.apiBase + path,
    headers: { authorization: `Bearer ${token}` },
    payload: { imageIds, type },
  })
const listAuditEvents = () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', 'image.download')
    .orderBy('id')
    .execute()

test('selected images are downloaded as a zip named after patient, day and study', async () => {
  const ids = [await image('one'), await image('two')]
  await image('not chosen')
  const response = await download([...ids, ...ids], 'DICOM')
  expect(response.statusCode).toBe(200)
  if (hasUnzip) expect(await testWithUnzip(response.rawPayload)).toContain('No errors detected')
  const entries = await readZip(response.rawPayload)
  expect(entries.map(({ bytes }) => bytes).slice(0, -1)).toEqual([
    createDicomBytes('one'),
    createDicomBytes('two'),
  ])
  expect(entries.at(-1)?.name).toBe('manifest.csv')
  expect(response.headers['content-disposition']).toContain(
    `filename="Rex_..__Ea__VET_1_2026-02-10_${studyId}.zip"`,
  )
  const [event] = (await listAuditEvents()).slice(-1)
  expect(event).toMatchObject({ entityId: studyId, clinicId: clinic.id, username: 'chooser' })
  expect(event?.after).toEqual({ type: 'DICOM', images: 2 })
})

test('downloaded JPEGs are rendered with full quality', async () => {
  const response = await download([await image('picture')], 'JPEG')
  const [entry] = await readZip(response.rawPayload)
  expect([entry?.name.endsWith('.jpg'), entry?.bytes.subarray(2).toString()]).toEqual([
    true,
    'picture',
  ])
  expect(qualities.at(-1)).toBe(100)
})

test('a download with a missing image is refused as a whole, without an audit event', async () => {
  const good = await image('good')
  const before = (await listAuditEvents()).length
  const rejected = await image('rejected', { isRejected: true })
  const patient = await clinic.addPatient('Gone')
  const deleted = await image('deleted', { studyId: await clinic.addStudy(patient, true) })
  const foreign = server.second.records.imageId
  const bodies = []
  for (const bad of [rejected, deleted, foreign, 999_999]) {
    const response = await download([good, bad], 'DICOM')
    bodies.push(response.body)
    expect(response.statusCode).toBe(404)
    expect((await download([good, bad], 'DICOM', 'image/download/local')).statusCode).toBe(404)
  }
  expect(new Set(bodies).size).toBe(1)
  expect((await listAuditEvents()).length).toBe(before)
})

test('a download of more images than fit into one query is split', async () => {
  const response = await download(
    Array.from({ length: 9000 }, (_, at) => at + 1),
    'DICOM',
  )
  expect(response.statusCode).toBe(404)
})

test('a local download is saved completely under a unique name', async () => {
  const folder = join(server.folder, 'downloads')
  const id = await image('kept')
  const names: string[] = []
  for (const response of await Promise.all([
    download([id], 'DICOM', 'image/download/local'),
    download([id], 'DICOM', 'image/download/local'),
  ])) {
    expect(response.statusCode).toBe(200)
    names.push(response.json<{ fileName: string }>().fileName)
  }
  expect(new Set(names).size).toBe(2)
  expect(names.toSorted()[0]).toContain(' (2).zip')
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  for (const name of names) {
    const [entry] = await readZip(await readFile(join(folder, name)))
    expect(entry?.bytes.equals(createDicomBytes('kept'))).toBe(true)
  }
  const left = join(folder, '.talus-01234567-0123-0123-0123-0123456789ab.part')
  await writeFile(left, 'half')
  await utimes(left, 1, 1)
  await download([id], 'DICOM', 'image/download/local')
  expect(await readdir(folder)).not.toContain('.talus-01234567-0123-0123-0123-0123456789ab.part')
})

test('a local download refuses paths that the client sends', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/download/local`,
    headers: { authorization: `Bearer ${token}` },
    payload: { imageIds: [await image('x')], type: 'DICOM', fileName: '../../x.zip', folder: '/' },
  })
  expect(response).toRefuse('request/invalid')
  expect(Object.keys(response.json().fields)).toEqual(['fileName', 'folder'])
})

test('the cloud variant offers no local download', async () => {
  const cloud = await startTestServer({ TALUS_VARIANT: 'cloud' })
  try {
    const { records, users } = cloud.first
    const body = { imageIds: [records.imageId], type: 'DICOM' as const }
    const admin = await cloud.createToken(users.clinicAdmin.id)
    expect((await cloud.call(routes.image.downloadLocally, { body }, admin)).status).toBe(404)
  } finally {
    await cloud.close()
  }
})
