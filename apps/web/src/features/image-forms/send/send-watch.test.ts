import { ClinicId, DicomSendId, DicomServerId, ImageId, StudyId } from '@talus/contract'
import type { DicomSend } from '@talus/contract'
import { expect, test } from 'vitest'
import { countSent, watchSends, findSendError } from './send-watch.ts'

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

/** Returns the given responses in turn, and counts the waits between them. */
function createFixture(...answers: readonly (readonly DicomSend[])[]) {
  const progress: number[] = []
  let waits = 0
  let requests = 0
  return {
    progress,
    waits: () => waits,
    deps: {
      fetchSends: async () => answers[requests++] ?? [],
      wait: async () => {
        waits += 1
      },
      onProgress: (sends: readonly DicomSend[]) => void progress.push(countSent(sends)),
      isSignedOut: () => false,
    },
  }
}

test('polls until every image has been sent and reports each step', async () => {
  const fixture = createFixture(
    [send(1, 'sending'), send(2, 'waiting')],
    [send(1, 'sent', 1), send(2, 'sending', 1)],
    [send(1, 'sent', 1), send(2, 'sent', 1)],
  )
  const end = await watchSends([DicomSendId.parse(1)], fixture.deps)
  expect(end?.map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(fixture.progress).toEqual([0, 1, 2])
  expect(fixture.waits()).toBe(2)
})

test('does not wait for an image that failed and is due for a retry', async () => {
  const end = await watchSends(
    [DicomSendId.parse(1)],
    createFixture([send(1, 'sent', 1), send(2, 'waiting', 1, 'Nobody answers')]).deps,
  )
  expect(end && findSendError(end)).toBe('Nobody answers')
})

test('stops without a report after a sign-out', async () => {
  const fixture = createFixture([send(1, 'sending')])
  const end = await watchSends([DicomSendId.parse(1)], { ...fixture.deps, isSignedOut: () => true })
  expect(end).toBeUndefined()
  expect(fixture.progress).toEqual([])
})
