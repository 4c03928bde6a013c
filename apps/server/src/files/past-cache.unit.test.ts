import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeAtOnce } from './disk-calls.ts'
import { blockBytes, borrowBlock } from './page-memory.ts'
import { gridBytes, pastCache } from './past-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-past-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function written(parts: readonly Uint8Array[]): Promise<Buffer> {
  const path = join(folder, 'file')
  const file = openSync(path, 'wx')
  const past = pastCache(madeAtOnce)(path, file)
  let at = 0
  for (const part of parts) {
    await past.write(part, at)
    at += part.byteLength
  }
  await past.close()
  closeSync(file)
  return readFile(path)
}

test('blocks are written as they are', async () => {
  const block = borrowBlock()
  block.set(randomBytes(blockBytes))
  const read = await written([block, block.subarray(0, gridBytes)])
  expect(read.equals(Buffer.concat([block, block.subarray(0, gridBytes)]))).toBe(true)
})

test('what the disk does not take past the cache is written through it', async () => {
  const offTheGrid = randomBytes(3 * gridBytes + 2).subarray(1, -1)
  const read = await written([offTheGrid, offTheGrid])
  expect(read.equals(Buffer.concat([offTheGrid, offTheGrid]))).toBe(true)
})
