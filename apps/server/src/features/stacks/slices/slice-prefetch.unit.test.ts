import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { RecordedFile } from '../../images/index.ts'
import type { SliceSource } from './pack-slice.ts'
import { createSlicePrefetch } from './slice-prefetch.ts'

const log = pino({ level: 'silent' })
const file = (name: string): RecordedFile => ({ filePath: name, sha256: name, byteLength: 1 })

function createRecorder() {
  const packed: string[] = []
  const prepare = async ({ recorded, frame }: SliceSource) => {
    await after(1)
    if (recorded.filePath === 'broken') throw new Error('no image')
    packed.push(`${recorded.filePath} ${frame}`)
  }
  return { packed, kept: { prepare } }
}

test('slices are packed in their order when no image has arrived for a while', async () => {
  const { packed, kept } = createRecorder()
  const prefetch = createSlicePrefetch({ kept, log, quietMs: 30 })
  prefetch.add(file('first'), 1)
  prefetch.add(file('broken'), 5)
  prefetch.add(file('frames'), 3)
  expect(packed).toEqual([])
  await expect.poll(() => packed).toEqual(['first 1', 'frames 1', 'frames 2', 'frames 3'])
})

test('packing in advance waits while slices are sent to a user', async () => {
  const { packed, kept } = createRecorder()
  const prefetch = createSlicePrefetch({ kept, log, quietMs: 10 })
  await prefetch.pauseDuring(async () => {
    prefetch.add(file('first'), 1)
    await after(60)
    expect(packed).toEqual([])
  })
  await expect.poll(() => packed).toEqual(['first 1'])
})

test('nothing is packed in advance after a stop', async () => {
  const { packed, kept } = createRecorder()
  const prefetch = createSlicePrefetch({ kept, log, quietMs: 5 })
  prefetch.add(file('first'), 1)
  prefetch.stop()
  prefetch.add(file('second'), 1)
  await after(30)
  expect(packed).toEqual([])
})
