import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileStore } from './index.ts'
import type { FileStore, PipeSource, PutOptions, StoredFile } from './index.ts'

let folder: string
let files: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-pour-'))
  files = await openFileStore({ kind: 'disk', folder }, true)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function pipe(key: string, bytes: PipeSource, options?: PutOptions) {
  if (!files.pipe) throw new Error('this store has no pipe')
  return files.pipe(key, bytes, options)
}

/** Yields chunks in memory that is overwritten at once, as the memory of a connection is. */
const reusingMemory = (
  chunks: readonly Uint8Array[],
  before?: (index: number) => void,
): PipeSource => ({
  async pipe(take) {
    const memory = Buffer.alloc(Math.max(0, ...chunks.map(({ byteLength }) => byteLength)))
    for (const [index, chunk] of chunks.entries()) {
      await Promise.resolve()
      before?.(index)
      memory.set(chunk)
      const drained = take(memory.subarray(0, chunk.byteLength))
      memory.fill(0)
      await drained
    }
  },
})

const gridBytes = 4096
const blockBytes = 1024 * 1024
/** Sizes around the limits for direct I/O, for the alignment of the disk and for a whole block. */
const sizes = [
  [0],
  [1],
  [65_535],
  [65_536],
  [65_536, gridBytes - 1],
  [blockBytes - 1],
  [blockBytes],
  [blockBytes, 1],
  [3, blockBytes, 0, gridBytes],
  [1, 65_535, 262_144, 65_535, 700_001, 3, 3_000_000, 65_536],
]

const ways: Readonly<Record<string, (chunks: readonly Buffer[]) => Promise<StoredFile>>> = {
  piped: (chunks) => pipe('a/b', reusingMemory(chunks)),
  'piped past the cache': (chunks) => pipe('a/b', reusingMemory(chunks), { bypassesCache: true }),
  'put past the cache': (chunks) =>
    files.put('a/b', Readable.from(chunks), { bypassesCache: true }),
}

test.each(sizes)(
  'a piped or put file is stored byte for byte, in chunks of %j bytes',
  async (...lengths) => {
    const chunks = lengths.map((length) => randomBytes(length))
    const whole = Buffer.concat(chunks)
    const sha256 = createHash('sha256').update(whole).digest('hex')
    for (const write of Object.values(ways)) {
      expect(await write(chunks)).toEqual({ key: 'a/b', byteLength: whole.byteLength, sha256 })
      expect(whole.equals(await readFile(join(folder, 'a/b')))).toBe(true)
    }
  },
)

test('a source that is faster than the disk has to wait', async () => {
  const chunk = randomBytes(blockBytes)
  let waits = 0
  const fast: PipeSource = {
    async pipe(take) {
      for (let count = 0; count < 12; count += 1) {
        const drained = take(chunk)
        if (drained) waits += 1
        await drained
      }
    },
  }
  const stored = await pipe('a/fast', fast, { bypassesCache: true })
  expect(waits).toBeGreaterThan(0)
  expect(stored.byteLength).toBe(12 * blockBytes)
})

test('files that are piped at the same time do not mix', async () => {
  const all = Array.from({ length: 12 }, () =>
    Array.from({ length: 9 }, () => randomBytes(300_000)),
  )
  await Promise.all(
    all.map((chunks, index) => pipe(`a/${index}`, reusingMemory(chunks), { bypassesCache: true })),
  )
  for (const [index, chunks] of all.entries())
    expect(Buffer.concat(chunks).equals(await readFile(join(folder, `a/${index}`)))).toBe(true)
})

test('a file that is too large or aborted leaves nothing behind', async () => {
  const chunks = [randomBytes(90_000), randomBytes(90_000), randomBytes(90_000)]
  await expect(pipe('a/large', reusingMemory(chunks), { maxBytes: 269_999 })).rejects.toMatchObject(
    {
      code: 'request/too-large',
    },
  )
  const abort = new AbortController()
  const aborting = reusingMemory(
    chunks,
    (index) => index === 1 && abort.abort(new Error('not wanted')),
  )
  await expect(pipe('a/off', aborting, { signal: abort.signal })).rejects.toThrow('not wanted')
  expect(await readdir(join(folder, '.tmp'))).toEqual([])
  for await (const { key } of files.list('')) expect(key).toBe('nothing')
})

test('a file store outside of a dedicated thread has no pipe', async () => {
  expect((await openFileStore({ kind: 'disk', folder })).pipe).toBeUndefined()
})
