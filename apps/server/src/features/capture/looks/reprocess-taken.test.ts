import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Image, routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { captureRoom, newStudy } from '../../../testing/capture-room.ts'
import type { CaptureRoom } from '../../../testing/capture-room.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const hasDciodvfy = spawnSync('dciodvfy', ['-version']).error === undefined
const dciodvfyNote = hasDciodvfy ? '' : ' (skipped: dciodvfy of dicom3tools is not installed)'

let room: CaptureRoom
let token: string
/** The file that was made at last. */
let file = new Uint8Array()
beforeAll(async () => {
  room = await captureRoom()
  token = await room.server.tokenOf(room.server.first.people.staff.id)
})
afterAll(() => room.close())

test('an image that was just taken is processed again, and its exposure stays', async () => {
  const { server, general } = room
  const { id: clinicId, people } = server.first
  const studyId = await newStudy(server, { clinicId, userId: people.staff.id })
  const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' } as const
  const answer = room.post({ sensorId: general, studyId, annotation }, token)
  await room.press('general')
  const taken = Image.parse(await (await answer).json())
  expect(taken.look).toBe('thorax')
  const params = { id: taken.id }
  const { body: looks } = await server.call(routes.image.looks, { params }, token)
  expect(looks[0]?.id).toBe('thorax')
  const { body: again, status } = await server.call(
    routes.image.reprocess,
    { params, body: { look: 'bone' } },
    token,
  )
  expect([status, again]).toMatchObject([
    200,
    { ...taken, look: 'bone', sopInstanceUID: again.sopInstanceUID, filePath: again.filePath },
  ])
  expect(again.sopInstanceUID).not.toBe(taken.sopInstanceUID)
  const stream = await server.files.read(again.filePath)
  file = new Uint8Array(stream ? await buffer(stream) : [])
  expect(readDicom(file).identity).toMatchObject({
    sopInstanceUid: again.sopInstanceUID,
    bodyPart: 'CHEST',
  })
  const images = await server.call(routes.image.ofStudy, { query: { studyId } }, token)
  expect(images.body).toHaveLength(1)
})

test.runIf(hasDciodvfy)(`it is a whole DX image to dciodvfy${dciodvfyNote}`, async () => {
  const path = join(room.server.folder, 'again.dcm')
  await writeFile(path, file)
  const lines = spawnSync('dciodvfy', [path], { encoding: 'utf8' }).stderr.split('\n')
  expect(lines).toContain('DXImageForPresentation')
  expect(lines.filter((line) => line.startsWith('Error'))).toEqual([])
})
