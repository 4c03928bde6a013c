import { StudyId } from '@talus/contract'
import type { ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStore } from '../../store.ts'
import { atOnce, createImportQueue } from './import-queue.ts'
import type { Failure, ImportFile } from './import-queue.ts'
import { noImport } from './import-state.ts'
import type { ImportState } from './import-state.ts'

const file = (name: string, size = 10): ImportFile => ({ name, size, file: new Blob([name]) })
const stored = (name: string, studyId = 1): ImportLine => ({
  name,
  outcome: 'stored',
  studyId: StudyId.parse(studyId),
})

type Answer = (sent: ImportFile, tries: number) => readonly ImportLine[] | Failure

/** A server that answers as it is told, a moment later. */
function importing(answer: Answer) {
  const store = createStore(noImport)
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
      if (signal.aborted) return { message: 'aborted', isUnreachable: false }
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

test('files go a few at a time, and what became of each is counted', async () => {
  const { queue, ended, busiest } = importing(({ name }) =>
    name === '7' ? [{ name, outcome: 'known', studyId: StudyId.parse(2) }] : [stored(name)],
  )
  await queue.add(
    Array.from({ length: 20 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  expect(busiest()).toBe(atOnce)
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

test('a zip has a line for each of its files; a refused one is named', async () => {
  const { queue, ended } = importing(() => [
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

test('what failed is tried again when somebody says so', async () => {
  const { queue, store } = importing(({ name }, tries) =>
    name === 'b' && tries === 1
      ? { message: 'The disk is full', isUnreachable: false }
      : [stored(name)],
  )
  await queue.add([file('a'), file('b')], 'Clinic')
  expect(store.get()).toMatchObject({ stored: 1, retryable: 1, filesDone: 2 })
  await queue.retry()
  expect(store.get()).toMatchObject({ stored: 2, retryable: 0, filesDone: 2, problems: [] })
})

test('a server that is not there stops the import, which goes on where it was', async () => {
  let isThere = false
  const { queue, store, tries } = importing(({ name }) =>
    isThere ? [stored(name)] : { message: 'Nobody answers', isUnreachable: true },
  )
  await queue.add(
    Array.from({ length: 50 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  expect(store.get()).toMatchObject({ phase: 'stopped', stoppedBy: 'Nobody answers', filesDone: 0 })
  expect(tries.size).toBe(atOnce)
  isThere = true
  await queue.goOn()
  expect(store.get()).toMatchObject({ phase: 'done', stored: 50, filesDone: 50, problems: [] })
})

test('a cancelled import sends nothing more', async () => {
  const { queue, store, hold, tries } = importing(({ name }) => [stored(name)])
  const release = hold()
  const run = queue.add(
    Array.from({ length: 10 }, (_file, number) => file(String(number))),
    'Clinic',
  )
  queue.cancel()
  release()
  await run
  expect(store.get()).toMatchObject({ phase: 'cancelled', stored: 0 })
  expect(tries.size).toBe(atOnce)
})

test('what is dropped meanwhile joins the import', async () => {
  const { queue, store, hold, ended } = importing(({ name }) => [stored(name)])
  const release = hold()
  const run = queue.add([file('a')], 'Clinic')
  await queue.add([file('b'), file('c')], 'Clinic')
  release()
  await run
  expect(store.get()).toMatchObject({ files: 3, stored: 3, phase: 'done' })
  expect(ended).toHaveLength(1)
})
