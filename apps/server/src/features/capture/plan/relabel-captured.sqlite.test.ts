import { buffer } from 'node:stream/consumers'
import { Image, routes } from '@talus/contract'
import { describeStudy, readDicom } from '@talus/dicom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  openCaptureFixture,
  insertStudyWithPatient,
} from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CaptureFixture
let token: string
beforeAll(async () => {
  fixture = await openCaptureFixture({ BRIDGE_PICTURES: 'phantom' })
  token = await fixture.server.createToken(fixture.server.first.users.operator.id)
})
afterAll(() => fixture.close())

const insertStudy = () => {
  const { id: clinicId, users } = fixture.server.first
  return insertStudyWithPatient(fixture.server, { clinicId, userId: users.operator.id })
}

const [laterality, position, orientation] = [0x00_20_00_62, 0x00_18_51_01, 0x00_20_00_20]

async function readFile(filePath: string) {
  const stream = await fixture.server.files.read(filePath)
  const { dataSet } = readDicom(new Uint8Array(stream ? await buffer(stream) : []))
  const { targetExposureIndex, deviationIndex } = describeStudy(dataSet)
  const texts = [laterality, position, orientation].map((tag) => dataSet.text(tag))
  return { shown: [...texts, targetExposureIndex], deviationIndex }
}

test('an operator corrects the side of their image: orientation, view, laterality, target and deviation follow', async () => {
  const { server, general } = fixture
  const studyId = await insertStudy()
  const annotation = {
    bodyPart: 'Right Elbow',
    bodyPartView: 'CRCD',
    animalSize: 'Medium',
  } as const
  const answer = fixture.post({ sensorId: general, studyId, annotation }, token)
  await fixture.press('general')
  const taken = Image.parse(await (await answer).json())
  expect((await readFile(taken.filePath)).shown).toEqual(['R', 'CRCD', 'M\\DI', 300])
  const relabel = (bodyPart: string, bodyPartView: string) =>
    server.call(
      routes.image.annotate,
      {
        body: { imageId: taken.id, annotation: { bodyPart, bodyPartView, animalSize: 'Medium' } },
      },
      token,
    )
  const left = await relabel('Left Elbow', 'CRCD')
  expect((await readFile(left.body.filePath)).shown).toEqual(['L', 'CRCD', 'L\\DI', 300])
  expect(left.body.deviationIndex).toBe(taken.deviationIndex)
  const chest = await relabel('Chest', 'LLAT')
  const corrected = await readFile(chest.body.filePath)
  expect(corrected.shown).toEqual(['U', 'RT_LEL', 'CD\\V', 250])
  expect(chest.body.deviationIndex).toBeGreaterThan(taken.deviationIndex ?? 99)
  expect(corrected.deviationIndex).toBeCloseTo(chest.body.deviationIndex ?? 99, 1)
})

test('a leg without its side is not exposed', async () => {
  const studyId = await insertStudy()
  const annotation = { bodyPart: 'Back Legs', bodyPartView: 'LAT', animalSize: 'Medium' } as const
  const reply = await fixture.post({ sensorId: fixture.general, studyId, annotation }, token)
  expect(reply.status).toBe(400)
  expect(JSON.stringify(await reply.json())).toContain('Choose the left or the right leg')
})
