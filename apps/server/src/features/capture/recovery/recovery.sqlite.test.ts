import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { FrameInfo, Image, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import {
  openCaptureFixture,
  insertStudyWithPatient,
} from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'

// The first image starts the processing threads, in parallel with other tests.
vi.setConfig({ testTimeout: 60_000 })

let fixture: CaptureFixture
let token: string
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

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
  fixture = await openCaptureFixture({}, { wrapFiles: withFullDisk })
  token = await fixture.server.createToken(fixture.server.first.users.operator.id)
})
afterAll(() => fixture.close())

const ofFirst = () => ({
  clinicId: fixture.server.first.id,
  userId: fixture.server.first.users.operator.id,
})
const study = () => insertStudyWithPatient(fixture.server, ofFirst())

/** Exposes a sensor that a server armed which has died since. */
async function exposeForDeadServer(context: Readonly<Record<string, unknown>>) {
  await fixture.untilState('general', 'Ready')
  const { leaseId } = (await fixture.callBridge('/sensor/general/lease', {
    holder: 'Dead server',
  })) as {
    leaseId: string
  }
  const captureId = randomUUID()
  await fixture.callBridge('/sensor/general/arm', { leaseId, captureId, context })
  await fixture.press('general')
  await fixture.callBridge(`/sensor/general/lease/${leaseId}`, undefined, 'DELETE')
  await fixture.untilState('general', 'Ready')
  return captureId
}
const contextOf = (studyId: StudyId) => ({ ...ofFirst(), studyId, annotation })
const imagesOf = async (studyId: StudyId): Promise<Image[]> => {
  const query = { studyId }
  return (await fixture.server.call(routes.image.ofStudy, { query }, token)).body
}
const framesLeft = async () =>
  ((await fixture.callBridge('/frames')) as { frames: FrameInfo[] }).frames
const untilTaken = (studyId: StudyId) =>
  fixture.until('the image', async () => {
    const images = await imagesOf(studyId)
    return images.length > 0 && (await framesLeft()).length === 0 && images
  })
const unassigned = async () => (await fixture.server.call(routes.image.unassigned, {}, token)).body

describe('recovery of frames', () => {
  test('a frame that no call waits for is imported into its study once and marked as recovered', async () => {
    const studyId = await study()
    await exposeForDeadServer(contextOf(studyId))
    const images = await untilTaken(studyId)
    expect(images).toMatchObject([{ isRecovered: true, ...annotation, userId: ofFirst().userId }])
  })

  test('a frame is imported into its study even if that was deleted meanwhile', async () => {
    const studyId = await study()
    const { unscopedDb } = fixture.server
    await unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    await exposeForDeadServer(contextOf(studyId))
    const images = () =>
      unscopedDb.selectFrom('image').select('userId').where('studyId', '=', studyId).execute()
    await fixture.until('the image', async () => (await images()).length > 0)
    expect(await images()).toEqual([{ userId: ofFirst().userId }])
  })

  test('an incomplete frame becomes an image of the rows that arrived', async () => {
    const studyId = await study()
    const fault = { order: 'sensor-fault', sensor: 'general', fault: 'short-frame', isOn: true }
    await fixture.orderSimulator(fault)
    await exposeForDeadServer(contextOf(studyId))
    const [image] = await untilTaken(studyId)
    const row = await fixture.server.unscopedDb
      .selectFrom('image')
      .select(['rows', 'columns'])
      .where('studyId', '=', studyId)
      .executeTakeFirstOrThrow()
    expect(image).toMatchObject({ isRecovered: true, isIncomplete: true })
    // The frame has 880 rows; the missing ones stay, and the black ones above are cropped.
    expect(row.columns).toBeGreaterThan(600)
    expect(row.rows).toBeGreaterThan(450)
    expect(row.rows).toBeLessThan(880)
  })

  test('a frame of another database is not imported into a study with the same id', async () => {
    const studyId = await study()
    await exposeForDeadServer({ ...contextOf(studyId), studyInstanceUID: '2.25.999' })
    await fixture.until('the frame', async () => (await framesLeft()).length === 1)
    expect(await unassigned()).toMatchObject([{ sensorId: fixture.general, modality: 'General' }])
    expect(await imagesOf(studyId)).toEqual([])
  })

  test('an unassigned frame has a preview and can be assigned to a study by a user', async () => {
    const [frame] = await unassigned()
    const params = { frameId: frame?.frameId ?? '' }
    const shown = await fetch(fixture.url(`image/unassigned/${params.frameId}.jpg`), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const first2 = Buffer.from(await shown.arrayBuffer()).subarray(0, 2)
    expect(first2.toString('hex')).toBe('ffd8')

    const studyId = await study()
    const body = { studyId, annotation }
    const stranger = await fixture.server.createToken(fixture.server.second.users.operator.id)
    expect(
      (await fixture.server.call(routes.image.assign, { params, body }, stranger)).status,
    ).toBe(404)
    const assigned = await fixture.server.call(routes.image.assign, { params, body }, token)
    expect([assigned.status, assigned.body]).toMatchObject([
      200,
      { studyId, isRecovered: true, ...annotation },
    ])
    expect([await unassigned(), await framesLeft()]).toEqual([[], []])
    expect((await fixture.server.call(routes.image.assign, { params, body }, token)).status).toBe(
      404,
    )
  })
})

describe('recovery of raw data after a crash', () => {
  test('raw data without an image become the image, although the bridge no longer has the frame', async () => {
    const studyId = await study()
    await exposeForDeadServer(contextOf(studyId))
    await untilTaken(studyId)
    const { unscopedDb } = fixture.server
    const row = await unscopedDb
      .selectFrom('rawFrame')
      .selectAll()
      .where('studyId', '=', studyId)
      .executeTakeFirstOrThrow()
    const other = await study()
    const info = row.info as unknown as FrameInfo
    const frameId = 'f'.repeat(32)
    const context = { ...info.context, studyId: other, studyInstanceUID: undefined }
    await unscopedDb
      .insertInto('rawFrame')
      .values({
        ...row,
        frameId,
        studyId: other,
        imageId: null,
        info: JSON.stringify({ ...info, id: frameId, context }),
      })
      .execute()
    const [image] = await untilTaken(other)
    expect(image).toMatchObject({ isRecovered: true, studyId: other })
  })
})

test('on a full disk no frame is acknowledged, and the image is created when there is space again', async () => {
  const studyId = await study()
  isFull = true
  const answer = fixture.post({ sensorId: fixture.general, studyId, annotation }, token)
  await fixture.press('general')
  const response = await answer
  const { code } = (await response.json()) as { code: string }
  expect([response.status, code]).toEqual([507, 'storage/full'])
  expect((await framesLeft()).length).toBe(1)
  isFull = false
  expect(await untilTaken(studyId)).toMatchObject([{ isRecovered: true }])
})

describe('frames from a vendor folder', () => {
  const drop = () => join(fixture.server.config.dataFolder, 'drop')
  beforeAll(async () => {
    await fixture.killBridge()
    await mkdir(drop(), { recursive: true })
    await fixture.startBridge({ BRIDGE_GENERAL: 'folder', BRIDGE_GENERAL_FOLDER: drop() })
    await fixture.untilState('general', 'Ready')
  })

  /** Drops the files into the folder as soon as the sensor waits for them. */
  async function captureFromFolder(
    studyId: StudyId,
    files: Readonly<Record<string, string | Uint8Array>>,
  ) {
    const answer = fixture.post({ sensorId: fixture.general, studyId, annotation }, token)
    await fixture.untilState('general', 'WaitingForRadiation')
    for (const [name, content] of Object.entries(files))
      await writeFile(join(drop(), name), content)
    const response = await answer
    return { status: response.status, image: (await response.json()) as Image }
  }

  test('a raw file of a vendor folder becomes an image, whatever its size', async () => {
    const studyId = await study()
    const sidecar = { width: 3, height: 1, bits: 12, pitch: 0.1, byteOrder: 'little' }
    const { status, image } = await captureFromFolder(studyId, {
      'tiny.json': JSON.stringify(sidecar),
      'tiny.raw': Buffer.from([0, 1, 0, 2, 0, 3]),
    })
    expect([status, image]).toMatchObject([200, { studyId, ...annotation }])
  })

  test('a DICOM file of a vendor folder becomes an image of our patient and study', async () => {
    const studyId = await study()
    const { status, image } = await captureFromFolder(studyId, {
      'vendor.dcm': createRadiograph('vendor', {}),
    })
    expect([status, image]).toMatchObject([200, { studyId, ...annotation, preset: null }])
    const { json } = await fixture.server.unscopedDb
      .selectFrom('imageHeader')
      .select('json')
      .where('imageId', '=', image.id)
      .executeTakeFirstOrThrow()
    const said = JSON.parse(json) as Record<string, { Value?: readonly unknown[] }>
    expect(said['00100010']?.Value).toMatchObject([{ Alphabetic: 'Keller^Étoile' }])
    expect(said['0020000D']?.Value?.[0]).toMatch(/^2\.25\.77/u)
    expect(said['00080018']?.Value).toEqual([image.sopInstanceUID])
  })
})
