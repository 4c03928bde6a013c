import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listening, s3Defaults, startS3Server } from '../testing/network/s3-server.ts'
import { StorageUnavailable, openFileStore } from './index.ts'
import type { FileStore } from './index.ts'

const megabyte = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = (bytes: Buffer | undefined) => bytes?.toString()

async function* chunks(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found = []
  for await (const item of items) found.push(item)
  return found
}

interface StoreFixture {
  readonly open: (prefix?: string) => Promise<FileStore>
  /** The number of partial files or unfinished uploads. */
  readonly leftovers: () => Promise<number>
  readonly close: () => Promise<void>
}

async function createDiskFixture(isOwnThread: boolean): Promise<StoreFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-files-'))
  return {
    open: (prefix = '') =>
      openFileStore({ kind: 'disk', folder: join(folder, prefix) }, isOwnThread),
    leftovers: async () => (await readdir(join(folder, '.tmp'))).length,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createS3Fixture(): Promise<StoreFixture> {
  const { settings, unfinished, close } = await startS3Server()
  return {
    open: (prefix) => openFileStore({ ...settings, prefix }),
    leftovers: () => Promise.resolve(unfinished()),
    close,
  }
}

const fixtures = {
  disk: () => createDiskFixture(false),
  'disk, in a thread of its own': () => createDiskFixture(true),
  s3: createS3Fixture,
}
const kinds = ['disk', 'disk, in a thread of its own', 's3'] as const

describe.each(kinds)('files on %s', { timeout: 30_000 }, (kind) => {
  let fixture: StoreFixture
  let files: FileStore
  const read = async (...from: Parameters<FileStore['read']>) => {
    const stream = await files.read(...from)
    return stream && buffer(stream)
  }
  const listed = async (folder: string) => (await all(files.list(folder))).map(({ key }) => key)

  beforeAll(async () => {
    fixture = await fixtures[kind]()
    files = await fixture.open()
  })
  afterAll(async () => {
    await files.close()
    await fixture.close()
  })

  test('are read back as they were stored, with their hash', async () => {
    const bytes = randomBytes(300_007)
    const stored = await files.put('image/1/a.dcm', bytes)
    expect(stored).toEqual({ key: 'image/1/a.dcm', byteLength: 300_007, sha256: sha256(bytes) })
    expect(await read('image/1/a.dcm')).toEqual(bytes)
    const entry = await files.stat('image/1/a.dcm')
    expect(entry).toMatchObject({ key: 'image/1/a.dcm', byteLength: 300_007 })
    expect(Math.abs(Date.parse(entry?.modifiedOn ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('are hashed while they stream in, in chunks of any size', async () => {
    const bytes = randomBytes(11 * megabyte + 13)
    const stored = await files.put('stream/large.bin', chunks(bytes, 777_777))
    expect(stored).toMatchObject({ byteLength: bytes.length, sha256: sha256(bytes) })
    expect(sha256((await read('stream/large.bin')) ?? randomBytes(1))).toBe(stored.sha256)
  })

  test.each([1000, 200_000, megabyte])(
    'may come in chunks of %d bytes whose memory is reused for the next chunk',
    async (size) => {
      const bytes = randomBytes(3 * megabyte + 13)
      async function* reusedMemory() {
        const memory = Buffer.alloc(size)
        for await (const chunk of chunks(bytes, size)) {
          memory.set(chunk)
          yield memory.subarray(0, chunk.length)
          memory.fill(0)
        }
      }
      const stored = await files.put('stream/reused.bin', reusedMemory())
      expect(stored).toMatchObject({ byteLength: bytes.length, sha256: sha256(bytes) })
      expect(sha256((await read('stream/reused.bin')) ?? randomBytes(1))).toBe(stored.sha256)
    },
  )

  test('may be empty', async () => {
    const empty = sha256(new Uint8Array())
    expect(await files.put('empty/whole', new Uint8Array())).toMatchObject({ sha256: empty })
    expect(await files.put('empty/stream', Readable.from([]))).toMatchObject({ byteLength: 0 })
    expect(await read('empty/stream')).toEqual(Buffer.alloc(0))
    expect(await files.stat('empty/whole')).toMatchObject({ byteLength: 0 })
  })

  test('are read in part', async () => {
    await files.put('part/digits', Buffer.from('0123456789'))
    expect(text(await read('part/digits', { start: 3, end: 5 }))).toBe('345')
    expect(text(await read('part/digits', { start: 7 }))).toBe('789')
    expect(text(await read('part/digits', { start: 8, end: 99 }))).toBe('89')
    expect(text(await read('part/digits', { start: 10 }))).toBe('')
    await expect(files.read('part/digits', { start: 5, end: 4 })).rejects.toThrow(RangeError)
  })

  test('are read chunk by chunk into memory of the reader', async () => {
    const bytes = randomBytes(3 * megabyte + 7)
    await files.put('pieces/large.bin', bytes)
    const file = await files.open('pieces/large.bin')
    const memory = Buffer.alloc(100_000)
    const chunkList = []
    for (let length = -1; length !== 0;) {
      length = (await file?.read(memory)) ?? 0
      chunkList.push(Buffer.from(memory.subarray(0, length)))
    }
    expect(sha256(Buffer.concat(chunkList))).toBe(sha256(bytes))
    await file?.close()
    await file?.close()
    await expect(file?.read(memory)).rejects.toThrow(/closed/u)
    expect(await files.open('pieces')).toBeUndefined()
    expect(await files.open('pieces/nobody')).toBeUndefined()
    await expect(async () => files.open('../outside')).rejects.toThrow(RangeError)
  })

  test('are read from an offset in the middle on', async () => {
    await files.put('pieces/middle.bin', Buffer.from('0123456789'))
    const file = await files.open('pieces/middle.bin', 4)
    const into = Buffer.alloc(3)
    const chunkList: string[] = []
    for (let length = -1; length !== 0;) {
      length = (await file?.read(into)) ?? 0
      chunkList.push(into.toString('latin1', 0, length))
    }
    await file?.close()
    expect(chunkList.join('')).toBe('456789')
  })

  test('that are closed during a read end that read', async () => {
    await files.put('pieces/left.bin', Buffer.alloc(megabyte))
    const file = await files.open('pieces/left.bin')
    const reading = file?.read(Buffer.alloc(10))
    await file?.close()
    await reading?.catch(() => undefined)
    await expect(file?.read(Buffer.alloc(10))).rejects.toThrow(/closed/u)
  })

  test('that do not exist are undefined, and removing them is no error', async () => {
    expect(await files.read('image/nobody.dcm')).toBeUndefined()
    expect(await files.stat('image/nobody.dcm')).toBeUndefined()
    expect(await files.read('image')).toBeUndefined()
    expect(await files.stat('image')).toBeUndefined()
    await files.remove('image/nobody.dcm')
    await files.remove('no/such/folder')
  })

  test('are replaced by a file that is put under the same key', async () => {
    await files.put('replaced', Buffer.from('before, and longer'))
    await files.put('replaced', Buffer.from('after'))
    expect(text(await read('replaced'))).toBe('after')
  })

  test('are not found after they were removed', async () => {
    await files.put('removed/one', Buffer.from('1'))
    await files.remove('removed/one')
    expect(await files.read('removed/one')).toBeUndefined()
    expect(await listed('removed')).toEqual([])
  })

  test('are listed by folder, in the order of their keys', async () => {
    const keys = ['list/a-b', 'list/a.b', 'list/a/1', 'list/a/2/3', 'list/a0', 'list/b', 'listing']
    for (const key of keys.toReversed()) await files.put(key, Buffer.from(key))
    // Amazon guarantees the order; the test server lists in the order of its folders.
    const inOrder = (found: readonly string[]) => (kind === 's3' ? found.toSorted() : found)
    expect(inOrder(await listed('list'))).toEqual(keys.slice(0, -1))
    expect(await listed('list/a')).toEqual(['list/a/1', 'list/a/2/3'])
    expect(await listed('nothing-here')).toEqual([])
    expect(await listed('')).toEqual(expect.arrayContaining(keys))
    const [first] = await all(files.list('list'))
    expect(first).toMatchObject({ byteLength: 'list/a-b'.length })
  })

  test('never leave the store', async () => {
    for (const key of ['../outside', '/etc/hosts', '.tmp/x', 'a/../../b']) {
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow(RangeError)
      await expect(async () => files.read(key)).rejects.toThrow(RangeError)
      expect(() => files.list(key)).toThrow(RangeError)
    }
  })

  describe('when putting fails', () => {
    const failing = async function* () {
      yield Buffer.alloc(9 * megabyte, 1)
      await Promise.resolve()
      // A browser that disconnects in the middle of an upload looks like this.
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    }
    const quietForever = async function* () {
      yield Buffer.from('beginning')
      await new Promise(() => undefined)
    }

    test('the error of the source is thrown, and the previous file stays', async () => {
      await files.put('kept', Buffer.from('before'))
      await expect(files.put('kept', failing())).rejects.toMatchObject({ code: 'ECONNRESET' })
      await expect(files.put('half', failing())).rejects.toThrow('aborted')
      expect(text(await read('kept'))).toBe('before')
      expect(await files.stat('half')).toBeUndefined()
      expect(await fixture.leftovers()).toBe(0)
    })

    test('too many bytes are refused with 413', async () => {
      const put = files.put('too-large', chunks(randomBytes(1000), 100), { maxBytes: 999 })
      await expect(put).rejects.toMatchObject({ code: 'request/too-large' })
      await expect(
        files.put('too-large', randomBytes(1000), { maxBytes: 999 }),
      ).rejects.toBeInstanceOf(Refusal)
      await files.put('just-right', chunks(randomBytes(1000), 100), { maxBytes: 1000 })
      expect(await files.stat('too-large')).toBeUndefined()
      expect(await fixture.leftovers()).toBe(0)
    })

    test('an abort ends the upload of a source that has stalled', async () => {
      const abort = new AbortController()
      const put = files.put('aborted', quietForever(), { signal: abort.signal })
      setTimeout(() => abort.abort(), 20)
      await expect(put).rejects.toMatchObject({ name: 'AbortError' })
      const late = files.put('aborted', Buffer.from('x'), { signal: abort.signal })
      await expect(late).rejects.toMatchObject({ name: 'AbortError' })
      expect(await files.stat('aborted')).toBeUndefined()
      expect(await fixture.leftovers()).toBe(0)
    })
  })

  test('can be stored twenty at a time', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => randomBytes(10_000 + index))
    await Promise.all(bodies.map((bytes, index) => files.put(`many/${index % 3}/${index}`, bytes)))
    for (const [index, bytes] of bodies.entries())
      expect(await read(`many/${index % 3}/${index}`)).toEqual(bytes)
  })

  test('of two stores in one place do not mix', async () => {
    const other = await fixture.open('other')
    await other.put('mine', Buffer.from('1'))
    expect((await all(other.list(''))).map(({ key }) => key)).toEqual(['mine'])
    expect(await files.stat('mine')).toBeUndefined()
    await other.close()
  })

  test('report the free space if the store is limited', async () => {
    const free = await files.freeBytes()
    expect(free === undefined).toBe(kind === 's3')
    expect(free ?? Infinity).toBeGreaterThan(megabyte)
  })

  test('are not removed by sweeping once they are complete', async () => {
    await files.put('swept', Buffer.from('x'))
    await files.sweep(new Date(Date.now() + 48 * 3_600_000))
    expect(text(await read('swept'))).toBe('x')
  })
})

describe('files on S3', () => {
  test('are all listed when the service answers in several pages', async () => {
    const server = await startS3Server({ listedPerPage: 10 })
    const store = await openFileStore(server.settings)
    const keys = Array.from({ length: 35 }, (_, number) => `pages/${100 + number}`)
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))))
    expect((await all(store.list('pages'))).map(({ key }) => key)).toEqual(keys)
    await store.close()
    await server.close()
  })

  test('an outage is refused with 503 and a Retry-After', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    const { port } = await listening(closed)
    closed.close()
    const files = await openFileStore({ ...s3Defaults, endpoint: `http://127.0.0.1:${port}` })
    const put = files.put('a', Buffer.from('x'))
    await expect(put).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(put).rejects.toMatchObject({ status: 503, options: { retryAfterSeconds: 30 } })
    await expect(files.put('a', chunks(randomBytes(99), 9))).rejects.toMatchObject({ status: 503 })
    await expect(files.read('a')).rejects.toMatchObject({ status: 503 })
    await files.close()
  })
})
