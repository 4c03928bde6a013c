import { routes } from '@talus/contract'
import type { Image, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureRoom, newStudy } from '../../testing/capture-room.ts'
import type { CaptureRoom } from '../../testing/capture-room.ts'

let room: CaptureRoom
let token: string
let study: StudyId
const chest = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' as const }

beforeAll(async () => {
  room = await captureRoom()
  const { first, unscopedDb } = room.server
  token = await room.server.tokenOf(first.people.operator.id)
  study = await newStudy(room.server, { clinicId: first.id, userId: first.people.operator.id })
  await unscopedDb
    .insertInto('studyRestraint')
    .values({ studyId: study, clinicId: first.id, holders: 'Nurse', isSedated: true })
    .execute()
})
afterAll(() => room.close())

describe('an X-ray', () => {
  test('becomes an image of its study, with everything that is known of it', async () => {
    const answer = room.post({ sensorId: room.general, studyId: study, annotation: chest }, token)
    await room.press('general')
    const response = await answer
    const image = (await response.json()) as Image
    expect([response.status, image]).toMatchObject([
      200,
      { studyId: study, modality: 'General', ...chest, isRecovered: false },
    ])
  })
})
