import { ClinicId, DicomSendId, DicomServerId, ImageId, StudyId } from '@talus/contract'
import type { DicomSend } from '@talus/contract'
import { expect, test } from 'vitest'
import { countSent, watchSends, whyNotSent } from './send-watch.ts'

const send = (id: number, state: DicomSend['state'], attempts = 0, error: string | null = null) =>
  ({
    id: DicomSendId.parse(id),
    clinicId: ClinicId.parse(1),
    dicomServerId: DicomServerId.parse(1),
    serverName: 'PACS',
    imageId: ImageId.parse(id),
    studyId: StudyId.parse(1),
    patientName: 'Rex',
    bodyPart: 'Chest',
    bodyPartView: 'LAT',
    state,
    isAutomatic: false,
    attempts,
    error,
    createdOn: '2026-01-01T00:00:00.000Z',
    nextTryOn: null,
    finishedOn: null,
    user: 'x',
  }) satisfies DicomSend

/** The answers one after the other, and how often was waited between them. */
function played(...answers: readonly (readonly DicomSend[])[]) {
  const told: number[] = []
  let waits = 0
  let asked = 0
  return {
    told,
    waits: () => waits,
    deps: {
      ask: async () => answers[asked++] ?? [],
      wait: async () => {
        waits += 1
      },
      onNews: (sends: readonly DicomSend[]) => void told.push(countSent(sends)),
      isOver: () => false,
    },
  }
}

test('asks until every image has been sent, and tells each step', async () => {
  const play = played(
    [send(1, 'sending'), send(2, 'waiting')],
    [send(1, 'sent', 1), send(2, 'sending', 1)],
    [send(1, 'sent', 1), send(2, 'sent', 1)],
  )
  const end = await watchSends([DicomSendId.parse(1)], play.deps)
  expect(end?.map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(play.told).toEqual([0, 1, 2])
  expect(play.waits()).toBe(2)
})

test('one that failed and waits for another try is not waited for', async () => {
  const end = await watchSends(
    [DicomSendId.parse(1)],
    played([send(1, 'sent', 1), send(2, 'waiting', 1, 'Nobody answers')]).deps,
  )
  expect(end && whyNotSent(end)).toBe('Nobody answers')
})

test('a sign-out ends it without a word', async () => {
  const play = played([send(1, 'sending')])
  const end = await watchSends([DicomSendId.parse(1)], { ...play.deps, isOver: () => true })
  expect(end).toBeUndefined()
  expect(play.told).toEqual([])
})
