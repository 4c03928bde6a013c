import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { FrameInfo, Image, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { captureRoom, newStudy } from '../../testing/capture-room.ts'
import type { CaptureRoom } from '../../testing/capture-room.ts'

// The threads that process are started with the first image, beside everything else.
vi.setConfig({ testTimeout: 60_000 })

let room: CaptureRoom
let token: string
const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

beforeAll(async () => {
  room = await captureRoom()
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
    const count = async () =>
      (await unscopedDb.selectFrom('image').select('id').where('studyId', '=', studyId).execute())
        .length
    await room.until('the image', async () => (await count()) === 1)
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
      .where('id', '=', image?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ rows: 1760, columns: 1440 })
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

test('a frame that cannot be processed is shown as it came, and holds up no other', async () => {
  // As a vendor's software drops it: nobody has calibrated for a picture of three pixels.
  await room.killBridge()
  const drop = join(room.server.config.dataFolder, 'drop')
  await mkdir(drop, { recursive: true })
  await room.startBridge({ BRIDGE_GENERAL: 'folder', BRIDGE_GENERAL_FOLDER: drop })
  await room.untilState('general', 'Ready')
  const studyId = await study()
  const answer = room.post({ sensorId: room.general, studyId, annotation }, token)
  await room.untilState('general', 'WaitingForRadiation')
  const sidecar = { width: 3, height: 1, bits: 12, pitch: 0.1, byteOrder: 'little' }
  await writeFile(join(drop, 'tiny.json'), JSON.stringify(sidecar))
  await writeFile(join(drop, 'tiny.raw'), Buffer.from([0, 1, 0, 2, 0, 3]))
  const response = await answer
  const image = (await response.json()) as Image
  expect([response.status, image.studyId]).toEqual([200, studyId])
})
