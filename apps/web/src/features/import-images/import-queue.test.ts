import { StudyId } from '@talus/contract'
import type { ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStore } from '../../store.ts'
import { maxConcurrent, createImportQueue } from './import-queue.ts'
import type { ImportFailure, ImportFile } from './import-queue.ts'
import { idleImport } from './import-state.ts'
import type { ImportState } from './import-state.ts'

const file = (name: string, size = 10): ImportFile => ({ name, size, file: new Blob([name]) })
const stored = (name: string, studyId = 1): ImportLine => ({
  name,
  outcome: 'stored',
  studyId: StudyId.parse(studyId),
})

type Answer = (sent: ImportFile, tries: number) => readonly ImportLine[] | ImportFailure

/** A queue with a fake server that responds asynchronously as the test specifies. */
function createFixture(answer: Answer) {
  const store = createStore(idleImport)
  const ended: ImportState[] = []
  const tries = new Map<string, number>()
  let busy = 0
  let busiest = 0
  let held: Promise<void> | undefined
  const queue = createImportQueue({
    store,
    send: async (sent, { onLine, onSent, signal }) => {
      busy += 1
      busiest = Math.max(busiest, busy)
      const count = (tries.get(sent.name) ?? 0) + 1
      tries.set(sent.name, count)
      onSent(sent.size)
      await (held ?? Promise.resolve())
      busy -= 1
      if (signal.aborted) return { message: 'aborted', isUnreachable: false, mayPass: true }
      const answered = answer(sent, count)
      if ('message' in answered) return answered
      for (const line of answered) onLine(line)
      return undefined
    },
    every: () => () => {},
    wait: async () => {},
    onEnd: (state) => void ended.push(state),
  })
  return {
    queue,
    store,
    ended,
    tries,
    busiest: () => busiest,
    hold: () => {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
  }
}

test('sends a limited number of files at a time and counts the outcomes', async () => {
  const { queue, ended, busiest } = createFixture(({ name }) =>
    name === '7' ? [{ name, outcome: 'known', studyId: StudyId.parse(2) }] : [stored(name)],
  )
  await queue.add(
    Array.from({ length: 20 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  expect(busiest()).toBe(maxConcurrent)
  expect(ended).toHaveLength(1)
  expect(ended[0]).toMatchObject({
    phase: 'done',
    files: 20,
    filesDone: 20,
    bytesSent: 200,
    stored: 19,
    known: 1,
    studies: [1, 2],
    problems: [],
  })
})

test('reports each file of a zip and names a refused one', async () => {
  const { queue, ended } = createFixture(() => [
    stored('a.dcm'),
    { name: 'notes.txt', outcome: 'refused', message: 'This is not a DICOM file.' },
  ])
  await queue.add([file('study.zip')], 'Clinic')
  expect(ended[0]).toMatchObject({
    stored: 1,
    retryable: 0,
    problems: [{ id: 1, name: 'notes.txt', message: 'This is not a DICOM file.' }],
  })
})

test('sends failed files again on retry', async () => {
  const { queue, store } = createFixture(({ name }, tries) =>
    name === 'b' && tries === 1
      ? { message: 'The disk is full', isUnreachable: false, mayPass: true }
      : [stored(name)],
  )
  await queue.add([file('a'), file('b')], 'Clinic')
  expect(store.get()).toMatchObject({ stored: 1, retryable: 1, filesDone: 2 })
  await queue.retry()
  expect(store.get()).toMatchObject({ stored: 2, retryable: 0, filesDone: 2, problems: [] })
})

test('a file that can never be imported is not offered again', async () => {
  const { queue, store } = createFixture(({ name }) =>
    name === 'photo.jpg'
      ? { message: 'This is not a DICOM file.', isUnreachable: false, mayPass: false }
      : [stored(name)],
  )
  await queue.add([file('a'), file('photo.jpg')], 'Clinic')
  expect(store.get()).toMatchObject({ stored: 1, retryable: 0, problems: [{ name: 'photo.jpg' }] })
})

test('an unreachable server stops the import, which resumes where it stopped', async () => {
  let isThere = false
  const { queue, store, tries } = createFixture(({ name }) =>
    isThere ? [stored(name)] : { message: 'Nobody answers', isUnreachable: true, mayPass: true },
  )
  await queue.add(
    Array.from({ length: 50 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  expect(store.get()).toMatchObject({ phase: 'stopped', stoppedBy: 'Nobody answers', filesDone: 0 })
  expect(tries.size).toBe(maxConcurrent)
  isThere = true
  await queue.resume()
  expect(store.get()).toMatchObject({ phase: 'done', stored: 50, filesDone: 50, problems: [] })
})

test('a cancelled import sends no more files', async () => {
  const { queue, store, hold, tries } = createFixture(({ name }) => [stored(name)])
  const release = hold()
  const run = queue.add(
    Array.from({ length: 10 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  queue.cancel()
  release()
  await run
  expect(store.get()).toMatchObject({ phase: 'cancelled', stored: 0 })
  expect(tries.size).toBe(maxConcurrent)
})

test('files dropped during an import are added to it', async () => {
  const { queue, store, hold, ended } = createFixture(({ name }) => [stored(name)])
  const release = hold()
  const run = queue.add([file('a')], 'Clinic')
  await queue.add([file('b'), file('c')], 'Clinic')
  release()
  await run
  expect(store.get()).toMatchObject({ files: 3, stored: 3, phase: 'done' })
  expect(ended).toHaveLength(1)
})
