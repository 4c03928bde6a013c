import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Image, routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  openCaptureFixture,
  insertStudyWithPatient,
} from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const hasDciodvfy = spawnSync('dciodvfy', ['-version']).error === undefined
const dciodvfyNote = hasDciodvfy ? '' : ' (skipped: dciodvfy of dicom3tools is not installed)'

let fixture: CaptureFixture
let token: string
/** The file of the reprocessed image. */
let file = new Uint8Array()
beforeAll(async () => {
  fixture = await openCaptureFixture()
  token = await fixture.server.createToken(fixture.server.first.users.staff.id)
})
afterAll(() => fixture.close())

test('a captured image can be reprocessed and keeps its exposure data', async () => {
  const { server, general } = fixture
  const { id: clinicId, users } = server.first
  const studyId = await insertStudyWithPatient(server, { clinicId, userId: users.staff.id })
  const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' } as const
  const answer = fixture.post({ sensorId: general, studyId, annotation }, token)
  await fixture.press('general')
  const captured = Image.parse(await (await answer).json())
  expect(captured.preset).toBe('thorax')
  const params = { id: captured.id }
  const { body: presets } = await server.call(routes.image.presets, { params }, token)
  expect(presets[0]?.id).toBe('thorax')
  const { body: again, status } = await server.call(
    routes.image.reprocess,
    { params, body: { preset: 'bone' } },
    token,
  )
  expect([status, again]).toMatchObject([
    200,
    { ...captured, preset: 'bone', sopInstanceUID: again.sopInstanceUID, filePath: again.filePath },
  ])
  expect(again.sopInstanceUID).not.toBe(captured.sopInstanceUID)
  const stream = await server.files.read(again.filePath)
  file = new Uint8Array(stream ? await buffer(stream) : [])
  expect(readDicom(file).identity).toMatchObject({
    sopInstanceUid: again.sopInstanceUID,
    bodyPart: 'CHEST',
  })
  const images = await server.call(routes.image.ofStudy, { query: { studyId } }, token)
  expect(images.body).toHaveLength(1)
})

test.runIf(hasDciodvfy)(
  `the reprocessed image is a valid DX image for dciodvfy${dciodvfyNote}`,
  async () => {
    const path = join(fixture.server.folder, 'again.dcm')
    await writeFile(path, file)
    const lines = spawnSync('dciodvfy', [path], { encoding: 'utf8' }).stderr.split('\n')
    expect(lines).toContain('DXImageForPresentation')
    expect(lines.filter((line) => line.startsWith('Error'))).toEqual([])
  },
)
