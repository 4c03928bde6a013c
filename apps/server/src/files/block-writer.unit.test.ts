import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFiles } from './index.ts'
import type { FileStore, Pourable, PutOptions, StoredFile } from './index.ts'

let folder: string
let files: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-pour-'))
  files = await openFiles({ kind: 'disk', folder }, true)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function pour(key: string, bytes: Pourable, options?: PutOptions) {
  if (!files.pour) throw new Error('this store takes nothing that is poured')
  return files.pour(key, bytes, options)
}

/** Pieces in memory that is used again at once, as that of a connection is. */
const lent = (pieces: readonly Uint8Array[], before?: (place: number) => void): Pourable => ({
  async pour(take) {
    const memory = Buffer.alloc(Math.max(0, ...pieces.map(({ byteLength }) => byteLength)))
    for (const [place, piece] of pieces.entries()) {
      await Promise.resolve()
      before?.(place)
      memory.set(piece)
      const room = take(memory.subarray(0, piece.byteLength))
      memory.fill(0)
      await room
    }
  },
})

const gridBytes = 4096
const blockBytes = 1024 * 1024
/** Around what is written at once, what lies on the grid of the disk, and what makes a block. */
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

const ways: Readonly<Record<string, (pieces: readonly Buffer[]) => Promise<StoredFile>>> = {
  poured: (pieces) => pour('a/b', lent(pieces)),
  'poured for later': (pieces) => pour('a/b', lent(pieces), { isForLater: true }),
  'put for later': (pieces) => files.put('a/b', Readable.from(pieces), { isForLater: true }),
}

test.each(sizes)('what is poured or put lies in the store as it came: %j', async (...lengths) => {
  const pieces = lengths.map((length) => randomBytes(length))
  const whole = Buffer.concat(pieces)
  const sha256 = createHash('sha256').update(whole).digest('hex')
  for (const write of Object.values(ways)) {
    expect(await write(pieces)).toEqual({ key: 'a/b', byteLength: whole.byteLength, sha256 })
    expect(whole.equals(await readFile(join(folder, 'a/b')))).toBe(true)
  }
})

test('who pours faster than the disk writes is told to wait', async () => {
  const piece = randomBytes(blockBytes)
  let waits = 0
  const fast: Pourable = {
    async pour(take) {
      for (let count = 0; count < 12; count += 1) {
        const room = take(piece)
        if (room) waits += 1
        await room
      }
    },
  }
  const stored = await pour('a/fast', fast, { isForLater: true })
  expect(waits).toBeGreaterThan(0)
  expect(stored.byteLength).toBe(12 * blockBytes)
})

test('files that are poured at the same time do not mix', async () => {
  const all = Array.from({ length: 12 }, () =>
    Array.from({ length: 9 }, () => randomBytes(300_000)),
  )
  await Promise.all(
    all.map((pieces, place) => pour(`a/${place}`, lent(pieces), { isForLater: true })),
  )
  for (const [place, pieces] of all.entries())
    expect(Buffer.concat(pieces).equals(await readFile(join(folder, `a/${place}`)))).toBe(true)
})

test('what is too large or called off leaves nothing', async () => {
  const pieces = [randomBytes(90_000), randomBytes(90_000), randomBytes(90_000)]
  await expect(pour('a/large', lent(pieces), { maxBytes: 269_999 })).rejects.toMatchObject({
    code: 'request/too-large',
  })
  const called = new AbortController()
  const off = lent(pieces, (place) => place === 1 && called.abort(new Error('not wanted')))
  await expect(pour('a/off', off, { signal: called.signal })).rejects.toThrow('not wanted')
  expect(await readdir(join(folder, '.tmp'))).toEqual([])
  for await (const { key } of files.list('')) expect(key).toBe('nothing')
})

test('a thread that answers people writes nothing at once', async () => {
  expect((await openFiles({ kind: 'disk', folder })).pour).toBeUndefined()
})
