import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { FrameInfo, Image, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import { captureRoom, newStudy } from '../../../testing/capture-room.ts'
import type { CaptureRoom } from '../../../testing/capture-room.ts'
import { radiograph } from '../../../testing/dicom-objects.ts'

// The threads that process are started with the first image, beside everything else.
vi.setConfig({ testTimeout: 60_000 })

let room: CaptureRoom
let token: string
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

let isFull = false
/** The real store, on a disk that can be full. */
const filling = (files: FileStore): FileStore => ({
  ...files,
  put: (key, ...more) =>
    isFull
      ? Promise.reject(new StorageUnavailable('disk full', undefined))
      : files.put(key, ...more),
})

beforeAll(async () => {
  room = await captureRoom({}, { aroundFiles: filling })
  token = await room.server.tokenOf(room.server.first.people.operator.id)
})
afterAll(() => room.close())

const ofFirst = () => ({
  clinicId: room.server.first.id,
  userId: room.server.first.people.operator.id,
})
const study = () => newStudy(room.server, ofFirst())

/** What a server that has died since then had asked for. */
async function armed(context: Readonly<Record<string, unknown>>) {
  await room.untilState('general', 'Ready')
  const { leaseId } = (await room.bridgeCall('/sensor/general/lease', {
    holder: 'Dead server',
  })) as {
    leaseId: string
  }
  const captureId = randomUUID()
  await room.bridgeCall('/sensor/general/arm', { leaseId, captureId, context })
  await room.press('general')
  await room.bridgeCall(`/sensor/general/lease/${leaseId}`, undefined, 'DELETE')
  await room.untilState('general', 'Ready')
  return captureId
}
const contextOf = (studyId: StudyId) => ({ ...ofFirst(), studyId, annotation })
const imagesOf = async (studyId: StudyId): Promise<Image[]> => {
  const query = { studyId }
  return (await room.server.call(routes.image.ofStudy, { query }, token)).body
}
const framesLeft = async () =>
  ((await room.bridgeCall('/frames')) as { frames: FrameInfo[] }).frames
const untilTaken = (studyId: StudyId) =>
  room.until('the image', async () => {
    const images = await imagesOf(studyId)
    return images.length > 0 && (await framesLeft()).length === 0 && images
  })
const unassigned = async () => (await room.server.call(routes.image.unassigned, {}, token)).body

describe('a frame that nobody waits for', () => {
  test('comes into its study, once, and is marked', async () => {
    const studyId = await study()
    await armed(contextOf(studyId))
    const images = await untilTaken(studyId)
    expect(images).toMatchObject([{ isRecovered: true, ...annotation, userId: ofFirst().userId }])
  })

  test('comes into its study even when it was deleted meanwhile', async () => {
    const studyId = await study()
    const { unscopedDb } = room.server
    await unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    await armed(contextOf(studyId))
    const images = () =>
      unscopedDb.selectFrom('image').select('userId').where('studyId', '=', studyId).execute()
    await room.until('the image', async () => (await images()).length > 0)
    expect(await images()).toEqual([{ userId: ofFirst().userId }])
  })

  test('that came in part is an image with what there is', async () => {
    const studyId = await study()
    const fault = { order: 'sensor-fault', sensor: 'general', fault: 'short-frame', isOn: true }
    await room.simulator(fault)
    await armed(contextOf(studyId))
    const [image] = await untilTaken(studyId)
    const row = await room.server.unscopedDb
      .selectFrom('image')
      .select(['rows', 'columns'])
      .where('studyId', '=', studyId)
      .executeTakeFirstOrThrow()
    expect(image?.isRecovered).toBe(true)
    // Of 1760 rows some are missing, and black ones are left out.
    expect(row.columns).toBeGreaterThan(1200)
    expect(row.rows).toBeGreaterThan(900)
    expect(row.rows).toBeLessThan(1760)
  })

  test('of another database than this is not put into a study of the same number', async () => {
    const studyId = await study()
    await armed({ ...contextOf(studyId), studyInstanceUID: '2.25.999' })
    await room.until('the frame', async () => (await framesLeft()).length === 1)
    expect(await unassigned()).toMatchObject([{ sensorId: room.general }])
    expect(await imagesOf(studyId)).toEqual([])
  })

  test('is shown, and put into the study that somebody says', async () => {
    const [frame] = await unassigned()
    const params = { frameId: frame?.frameId ?? '' }
    const shown = await fetch(room.url(`image/unassigned/${params.frameId}.jpg`), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const first2 = Buffer.from(await shown.arrayBuffer()).subarray(0, 2)
    expect(first2.toString('hex')).toBe('ffd8')

    const studyId = await study()
    const body = { studyId, annotation }
    const stranger = await room.server.tokenOf(room.server.second.people.operator.id)
    expect((await room.server.call(routes.image.assign, { params, body }, stranger)).status).toBe(
      404,
    )
    const assigned = await room.server.call(routes.image.assign, { params, body }, token)
    expect([assigned.status, assigned.body]).toMatchObject([
      200,
      { studyId, isRecovered: true, ...annotation },
    ])
    expect([await unassigned(), await framesLeft()]).toEqual([[], []])
    expect((await room.server.call(routes.image.assign, { params, body }, token)).status).toBe(404)
  })
})

describe('raw data that a dead server left', () => {
  test('become the image, although the bridge knows nothing of them', async () => {
    const studyId = await study()
    await armed(contextOf(studyId))
    await untilTaken(studyId)
    const { unscopedDb } = room.server
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

test('on a full disk nothing is acknowledged, and the image comes when there is room', async () => {
  const studyId = await study()
  isFull = true
  const answer = room.post({ sensorId: room.general, studyId, annotation }, token)
  await room.press('general')
  const response = await answer
  const { code } = (await response.json()) as { code: string }
  expect([response.status, code]).toEqual([507, 'storage/full'])
  expect((await framesLeft()).length).toBe(1)
  isFull = false
  expect(await untilTaken(studyId)).toMatchObject([{ isRecovered: true }])
})

describe('what a vendor’s software drops', () => {
  const drop = () => join(room.server.config.dataFolder, 'drop')
  beforeAll(async () => {
    await room.killBridge()
    await mkdir(drop(), { recursive: true })
    await room.startBridge({ BRIDGE_GENERAL: 'folder', BRIDGE_GENERAL_FOLDER: drop() })
    await room.untilState('general', 'Ready')
  })

  /** Into the folder, as soon as the sensor waits for it. */
  async function taken(studyId: StudyId, files: Readonly<Record<string, string | Uint8Array>>) {
    const answer = room.post({ sensorId: room.general, studyId, annotation }, token)
    await room.untilState('general', 'WaitingForRadiation')
    for (const [name, content] of Object.entries(files))
      await writeFile(join(drop(), name), content)
    const response = await answer
    return { status: response.status, image: (await response.json()) as Image }
  }

  test('is an image, of whatever size it is', async () => {
    const studyId = await study()
    const sidecar = { width: 3, height: 1, bits: 12, pitch: 0.1, byteOrder: 'little' }
    const { status, image } = await taken(studyId, {
      'tiny.json': JSON.stringify(sidecar),
      'tiny.raw': Buffer.from([0, 1, 0, 2, 0, 3]),
    })
    expect([status, image]).toMatchObject([200, { studyId, ...annotation }])
  })

  test('as DICOM becomes the image of our animal, in our study', async () => {
    const studyId = await study()
    const { status, image } = await taken(studyId, { 'vendor.dcm': radiograph('vendor', {}) })
    expect([status, image]).toMatchObject([200, { studyId, ...annotation, look: null }])
    const { json } = await room.server.unscopedDb
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
