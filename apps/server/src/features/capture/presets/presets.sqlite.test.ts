import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { FrameInfo, ImageId } from '@talus/contract'
import { readDicom, tags } from '@talus/dicom'
import { simulateFrame } from '@talus/imaging/phantom'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { startReadPool, startTranscodePool } from '../../../workers/index.ts'
import { adoptRecentOrphans, openArchive } from '../../archive/index.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let token: string
let stranger: string
let isFull = false

/** The real file store, on a disk that can be full. */
const withFullDisk = (files: FileStore): FileStore => ({
  ...files,
  put: (key, ...more) =>
    isFull
      ? Promise.reject(new StorageUnavailable('disk full', undefined))
      : files.put(key, ...more),
})

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: withFullDisk })
  token = await server.createToken(server.first.users.clinicAdmin.id)
  stranger = await server.createToken(server.second.users.clinicAdmin.id)
})
afterAll(() => server.close())

const [width, height] = [280, 230]
const { data } = simulateFrame({
  species: 'Canine',
  bodyPart: 'Chest',
  view: 'LAT',
  size: 'M',
  kv: 66,
  ma: 160,
  ms: 12.5,
  seed: 3,
  width,
  height,
})
const raw = new Uint8Array(data.buffer)
const frameInfo: Partial<FrameInfo> = {
  format: 'raw16',
  width,
  height,
  bits: 14,
  pitch: 0.148,
  calibration: { detectorSeed: 1, countsPerMicrogray: 400 },
}

async function importImage(name: string): Promise<ImageId> {
  const attributes = { BodyPartExamined: 'CHEST', ViewPosition: 'LL' }
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: createRadiograph(name, attributes, { rows: height, columns: width }),
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  if (imageId === undefined) throw new Error(body)
  const set = { bodyPart: 'Chest', bodyPartView: 'LAT', isAutoSent: true }
  await server.unscopedDb.updateTable('image').set(set).where('id', '=', imageId).execute()
  return imageId
}

/** Inserts an image as a capture leaves it: with its raw frame. */
async function insertCaptured(name: string, info = frameInfo, bytes = raw): Promise<ImageId> {
  const imageId = await importImage(name)
  const { studyId } = await recordOf(imageId)
  const stored = await server.files.put(`raw/${server.first.id}/${name}.raw`, bytes)
  await server.unscopedDb
    .insertInto('rawFrame')
    .values({
      frameId: `frame-of-${name}`,
      clinicId: server.first.id,
      studyId,
      userId: server.first.users.staff.id,
      imageId,
      filePath: stored.key,
      sha256: stored.sha256,
      byteLength: stored.byteLength,
      info: JSON.stringify({ ...info, id: `frame-of-${name}` }),
      preset: 'thorax',
      createdOn: '2026-03-02T15:00:00.000Z',
    })
    .execute()
  return imageId
}

const recordOf = (id: ImageId) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .selectAll()
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()
async function fileOf(id: ImageId) {
  const stream = await server.files.read((await recordOf(id)).filePath)
  return new Uint8Array(stream ? await buffer(stream) : [])
}
const pixelsOf = (file: Uint8Array) =>
  Buffer.from(readDicom(file).dataSet.bytes(tags.pixelData) ?? [])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const listPresets = (id: ImageId, by = token, language = 'en') =>
  server.call(routes.image.presets, { params: { id } }, by, { 'accept-language': language })
const reprocess = (id: ImageId, preset: string, by = token) =>
  server.call(routes.image.reprocess, { params: { id }, body: { preset } }, by)
const fetchPreview = (id: ImageId, preset: string, by = token) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${id}/preset/${preset}.jpg`,
    headers: { authorization: `Bearer ${by}` },
  })

async function listOrphans(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of server.files.list('images')) keys.push(key)
  const known = await server.unscopedDb.selectFrom('image').select('filePath').execute()
  const replaced = await server.unscopedDb.selectFrom('replacedInstance').selectAll().execute()
  const paths = [...known, ...replaced].map((row) => row.filePath)
  return keys.filter((key) => !paths.includes(key))
}

describe('processing presets', () => {
  test('presets that fit the body part are listed first, in the user’s language', async () => {
    const id = await insertCaptured('presets')
    const { status, body } = await listPresets(id)
    expect([status, body.slice(0, 4)]).toMatchObject([
      200,
      [
        { id: 'thorax', name: 'Thorax' },
        { id: 'lung', name: 'Lung' },
        { id: 'bone', name: 'Bone' },
        { id: 'soft-tissue' },
      ],
    ])
    expect(new Set(body.map((preset) => preset.id)).size).toBe(body.length)
    expect((await listPresets(id, token, 'fr')).body[1]).toEqual({ id: 'lung', name: 'Poumon' })
  })

  test('a preview of a preset does not change the image', async () => {
    const id = await insertCaptured('shown')
    const before = await recordOf(id)
    const [lung, bone] = [await fetchPreview(id, 'lung'), await fetchPreview(id, 'bone')]
    expect([lung.statusCode, lung.headers['content-type']]).toEqual([200, 'image/jpeg'])
    // The image is cropped to the collimated field.
    const shown = await sharp(lung.rawPayload).metadata()
    expect(shown.width).toBeLessThan(width)
    expect(shown.width).toBeGreaterThan(width / 2)
    expect(lung.rawPayload.equals(bone.rawPayload)).toBe(false)
    expect(await recordOf(id)).toEqual(before)
  })

  test('there are no presets for an image without raw data or of another clinic', async () => {
    const without = await importImage('without')
    const whole = await insertCaptured('whole', { ...frameInfo, format: 'dicom' })
    for (const id of [without, whole]) {
      expect([(await listPresets(id)).status, (await listPresets(id)).error.code]).toEqual([
        409,
        'capture/no-raw-data',
      ])
      expect((await fetchPreview(id, 'bone')).statusCode).toBe(409)
      expect((await reprocess(id, 'bone')).error.code).toBe('capture/no-raw-data')
    }
    const id = await insertCaptured('not-yours')
    expect((await listPresets(id, stranger)).status).toBe(404)
    expect((await fetchPreview(id, 'bone', stranger)).statusCode).toBe(404)
    expect((await reprocess(id, 'bone', stranger)).status).toBe(404)
  })
})

describe('reprocessing', () => {
  test('reprocessing changes pixel data and SOP instance UID, and keeps the image and its raw data', async () => {
    const id = await insertCaptured('again')
    const [before, old] = [await recordOf(id), await fileOf(id)]
    const shown = await server.call(routes.image.jpeg, { params: { id }, query: {} }, token)
    const { status, body } = await reprocess(id, 'lung')
    expect([status, body]).toMatchObject([200, { id, preset: 'lung', isAutoSent: false }])
    const [after, file] = [await recordOf(id), await fileOf(id)]
    expect(after).toMatchObject({ studyId: before.studyId, byteLength: file.byteLength })
    expect(after.sopInstanceUID).not.toBe(before.sopInstanceUID)
    expect(after.sha256).toBe(sha256(file))
    const { identity, dataSet } = readDicom(file)
    expect(identity).toMatchObject({
      sopInstanceUid: after.sopInstanceUID,
      patientName: 'Tremblay^Rex',
      bodyPart: 'CHEST',
    })
    expect(dataSet.code(tags.voiLutFunction)).toBe('SIGMOID')
    expect(dataSet.word(tags.bitsStored)).toBe(14)
    expect(after.rows).toBeLessThan(height)
    expect(pixelsOf(file).length).toBe(2 * (after.rows ?? 0) * (after.columns ?? 0))
    expect(pixelsOf(file).equals(pixelsOf(old))).toBe(false)
    expect(JSON.parse(after.json)).toMatchObject({
      '00080018': { Value: [after.sopInstanceUID] },
      '00281056': { Value: ['SIGMOID'] },
    })
    const raws = await server.unscopedDb
      .selectFrom('rawFrame')
      .selectAll()
      .where('imageId', '=', id)
      .execute()
    expect(raws).toMatchObject([{ preset: 'lung', sha256: sha256(raw) }])
    expect(await server.files.stat(before.filePath)).toBeUndefined()
    const again = await server.call(routes.image.jpeg, { params: { id }, query: {} }, token)
    expect(again.headers.etag).not.toBe(shown.headers.etag)
    const trail = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['subject', 'before', 'after'])
      .where('action', '=', 'image.reprocess')
      .where('entityId', '=', id)
      .execute()
    expect(trail).toEqual([
      { subject: 'Chest LAT', before: { preset: 'thorax' }, after: { preset: 'lung' } },
    ])
    // The same preset again changes nothing.
    expect((await reprocess(id, 'lung')).body.sopInstanceUID).toBe(after.sopInstanceUID)
    expect(await listOrphans()).toEqual([])
  })

  test('reprocessing keeps a corrected annotation', async () => {
    const id = await insertCaptured('corrected')
    const annotation = { bodyPart: 'Abdomen', bodyPartView: 'DV' }
    await server.call(routes.image.annotate, { body: { imageId: id, annotation } }, token)
    expect((await reprocess(id, 'abdomen')).body).toMatchObject({
      ...annotation,
      preset: 'abdomen',
    })
    const { identity } = readDicom(await fileOf(id))
    expect(identity).toMatchObject({ bodyPart: 'ABDOMEN', view: 'DV' })
    expect((await listPresets(id)).body[0]).toMatchObject({ id: 'abdomen' })
  })

  test('concurrent reprocessing and correction leave one consistent image', async () => {
    const id = await insertCaptured('two')
    const annotation = { bodyPart: 'Skull', bodyPartView: 'LAT' }
    const answers = await Promise.all([
      reprocess(id, 'bone'),
      reprocess(id, 'soft-tissue'),
      server.call(routes.image.annotate, { body: { imageId: id, annotation } }, token),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(statuses.slice(0, 2)).toContain(200)
    const [record, file] = [await recordOf(id), await fileOf(id)]
    expect(record.sha256).toBe(sha256(file))
    expect(readDicom(file).identity.sopInstanceUid).toBe(record.sopInstanceUID)
    expect(readDicom(file).identity.bodyPart).toBe(record.bodyPart.toUpperCase())
    expect(await listOrphans()).toEqual([])
    const names = await server.unscopedDb
      .selectFrom('replacedInstance')
      .select('sopInstanceUID')
      .where('imageId', '=', id)
      .execute()
    expect(names.length).toBe(statuses.filter((status) => status === 200).length)
  })

  test('reprocessing pads an incomplete frame, and refuses a damaged or missing one', async () => {
    const short = await insertCaptured('short', frameInfo, raw.slice(0, 90_000))
    expect((await reprocess(short, 'bone')).status).toBe(200)
    const damaged = await insertCaptured('damaged')
    await server.files.put(`raw/${server.first.id}/damaged.raw`, raw.slice(2))
    expect((await reprocess(damaged, 'bone')).error.code).toBe('image/unreadable')
    const gone = await insertCaptured('gone')
    await server.files.remove(`raw/${server.first.id}/gone.raw`)
    expect((await reprocess(gone, 'bone')).error.code).toBe('image/missing')
    expect((await reprocess(gone, 'sepia')).error.code).toBe('capture/unknown-preset')
  })

  test('reprocessing on a full disk leaves the image unchanged', async () => {
    const id = await insertCaptured('full')
    const before = await recordOf(id)
    isFull = true
    expect((await reprocess(id, 'bone')).status).toBe(507)
    isFull = false
    expect(await recordOf(id)).toEqual(before)
    const names = server.unscopedDb.selectFrom('replacedInstance').where('imageId', '=', id)
    expect(await names.selectAll().execute()).toEqual([])
    expect((await reprocess(id, 'bone')).status).toBe(200)
  })

  test('files that a crashed reprocessing left are not adopted as images', async () => {
    const id = await insertCaptured('died')
    const before = await recordOf(id)
    const old = await fileOf(id)
    await reprocess(id, 'bone')
    const after = await recordOf(id)
    // A crash left the old file in place, and another new file that no record refers to.
    const day = new Date().toISOString().slice(0, 10)
    const folder = `images/${server.first.id}/${day}`
    await server.files.put(`${folder}/00000000-0000-4000-8000-000000000001.dcm`, old)
    const unborn = toUid('unborn')
    await server.unscopedDb
      .insertInto('replacedInstance')
      .values({ clinicId: server.first.id, imageId: id, sopInstanceUID: unborn })
      .execute()
    const attributes = { SOPInstanceUID: unborn }
    const other = createRadiograph('died', attributes, { rows: height, columns: width })
    await server.files.put(`${folder}/00000000-0000-4000-8000-000000000002.dcm`, other)
    expect(await listOrphans()).toHaveLength(2)
    const readPool = startReadPool()
    const transcodePool = startTranscodePool()
    const log = server.app.log
    try {
      const { unscopedDb, files } = server
      const clock = () => new Date()
      const archive = openArchive({
        unscopedDb,
        files,
        readPool,
        transcodePool,
        clock: server.clock,
        log,
      })
      await adoptRecentOrphans({ unscopedDb, files, archive, clock, log }, 0)
    } finally {
      await Promise.all([readPool.close(), transcodePool.close()])
    }
    expect(await listOrphans()).toHaveLength(0)
    expect(await recordOf(id)).toEqual(after)
    const images = await server.unscopedDb
      .selectFrom('image')
      .select('id')
      .where('sopInstanceUID', 'in', [before.sopInstanceUID, unborn])
      .execute()
    expect(images).toEqual([])
  })
})
