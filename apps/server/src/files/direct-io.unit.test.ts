import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { syncCalls } from './disk-calls.ts'
import { blockBytes, acquireBlock } from './aligned-buffer-pool.ts'
import { alignmentBytes, createDirectIo } from './direct-io.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-past-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function writeParts(parts: readonly Uint8Array[]): Promise<Buffer> {
  const path = join(folder, 'file')
  const file = openSync(path, 'wx')
  const writer = createDirectIo(syncCalls)(path, file)
  let at = 0
  for (const part of parts) {
    await writer.write(part, at)
    at += part.byteLength
  }
  await writer.close()
  closeSync(file)
  return readFile(path)
}

test('aligned blocks are written past the cache byte for byte', async () => {
  const block = acquireBlock()
  block.set(randomBytes(blockBytes))
  const read = await writeParts([block, block.subarray(0, alignmentBytes)])
  expect(read.equals(Buffer.concat([block, block.subarray(0, alignmentBytes)]))).toBe(true)
})

test('unaligned bytes are written through the cache', async () => {
  const unaligned = randomBytes(3 * alignmentBytes + 2).subarray(1, -1)
  const read = await writeParts([unaligned, unaligned])
  expect(read.equals(Buffer.concat([unaligned, unaligned]))).toBe(true)
})
