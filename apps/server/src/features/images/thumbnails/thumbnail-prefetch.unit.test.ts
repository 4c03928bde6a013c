import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createThumbnailPrefetch } from './thumbnail-prefetch.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

const log = pino({ level: 'silent' })
const file = (name: string): RecordedFile => ({ filePath: name, sha256: name, byteLength: 1 })

function createRecorder(wait: () => Promise<void> = () => Promise.resolve()) {
  const made: string[] = []
  const getJpeg = async ({ filePath }: RecordedFile, edge: number | undefined) => {
    await wait()
    if (filePath === 'broken') throw new Error('no image')
    made.push(`${filePath} ${edge}`)
    return new Uint8Array()
  }
  return { made, getJpeg }
}

test('thumbnails are prefetched when no image has arrived for a while, the newest first', async () => {
  const { made, getJpeg } = createRecorder()
  const prefetch = createThumbnailPrefetch({ getJpeg, log, quietMs: 30 })
  prefetch.add(file('first'))
  prefetch.add(file('broken'))
  prefetch.add(file('last'))
  expect(made).toEqual([])
  await expect.poll(() => made.length).toBe(6)
  expect(made).toEqual(
    ['last', 'first'].flatMap((name) => [512, 256, 128].map((edge) => `${name} ${edge}`)),
  )
})

test('an image that arrives while another is rendered waits for its turn', async () => {
  let release = () => {}
  const barrier = new Promise<void>((resolve) => (release = resolve))
  const { made, getJpeg } = createRecorder(() => barrier)
  const prefetch = createThumbnailPrefetch({ getJpeg, log, quietMs: 5 })
  prefetch.add(file('first'))
  await after(20)
  prefetch.add(file('second'))
  // Its timer has expired before the first is done.
  await after(20)
  release()
  await expect.poll(() => made.length).toBe(6)
  prefetch.add(file('third'))
  await expect.poll(() => made.length).toBe(9)
})

test('no thumbnail is prefetched after a stop', async () => {
  const { made, getJpeg } = createRecorder()
  const prefetch = createThumbnailPrefetch({ getJpeg, log, quietMs: 5 })
  prefetch.add(file('first'))
  prefetch.stop()
  prefetch.add(file('second'))
  await after(30)
  expect(made).toEqual([])
})
