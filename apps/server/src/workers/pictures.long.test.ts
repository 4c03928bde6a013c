import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { imageFile } from '../../../../packages/dicom/src/testing/synthetic-file.ts'
import { borrowShared, startPictures } from './index.ts'
import type { Pictures } from './index.ts'
import type { PoolSettings } from './worker-pool.ts'

/** Starting a worker takes its time on a machine that does other work as well. */
vi.setConfig({ testTimeout: 30_000 })

const open: Pictures[] = []
function start(settings: Partial<PoolSettings> = {}): Pictures {
  const pictures = startPictures({ size: 1, ...settings })
  open.push(pictures)
  return pictures
}
/** One for the tests that need no worker of their own. */
const shared = startPictures({ size: 1 })
afterAll(() => shared.close())
afterEach(() => Promise.all(open.splice(0).map((pictures) => pictures.close())))

/** A slope from black to white, of 12 bits. */
const slope = (columns = 256, rows = 64, photometric = 'MONOCHROME2') =>
  imageFile(
    { columns, rows, bitsStored: 12, photometric },
    new Uint8Array(
      Uint16Array.from({ length: columns * rows }, (_, at) =>
        Math.round(((at % columns) * 4095) / (columns - 1)),
      ).buffer,
    ),
  )

async function decoded(jpeg: Uint8Array) {
  const { width, height, channels } = await sharp(jpeg).metadata()
  const space = channels === 1 ? 'b-w' : 'srgb'
  return { data: await sharp(jpeg).toColourspace(space).raw().toBuffer(), width, height, channels }
}

test('a radiograph becomes a grey JPEG of the same greys', async () => {
  const { data, ...size } = await decoded(await shared.renderJpeg(slope(), { quality: 100 }))
  expect(size).toEqual({ width: 256, height: 64, channels: 1 })
  for (const column of [0, 100, 255]) expect(Math.abs((data[column] ?? 0) - column)).toBeLessThan(3)
})

test('a smaller one fits the longest edge, and MONOCHROME1 is turned', async () => {
  const options = { longestEdge: 64, quality: 95 }
  const jpeg = await shared.renderJpeg(slope(256, 64, 'MONOCHROME1'), options)
  const { data, ...size } = await decoded(jpeg)
  expect(size).toEqual({ width: 64, height: 16, channels: 1 })
  expect(data[0]).toBeGreaterThan(245)
  expect(data[63]).toBeLessThan(10)
})

test('colours stay colours', async () => {
  const options = { columns: 64, rows: 64, samples: 3, bitsAllocated: 8, photometric: 'RGB' }
  const pixels = new Uint8Array(64 * 64 * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels.set([200, 30, 90], at)
  const { data, channels } = await decoded(await shared.renderJpeg(imageFile(options, pixels)))
  expect(channels).toBe(3)
  for (const [index, value] of [200, 30, 90].entries()) {
    expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(5)
  }
})

test('a file that cannot be shown has the fault of the file, and the worker goes on', async () => {
  const broken = slope().subarray(0, 4000)
  await expect(shared.renderJpeg(broken)).rejects.toMatchObject({
    name: 'DicomFault',
    code: 'damaged',
    message: expect.stringContaining('damaged or cut short'),
  })
  expect((await shared.renderJpeg(slope())).length).toBeGreaterThan(100)
  expect(shared.running).toBe(1)
})

test('whole buffers are handed over, parts of buffers are copied', async () => {
  const whole = slope()
  await shared.renderJpeg(whole)
  expect(whole.length).toBe(0)
  const large = Buffer.concat([Buffer.alloc(8), slope()])
  await shared.renderJpeg(large.subarray(8))
  expect(large.length).toBeGreaterThan(30_000)
})

describe('a file in memory that is lent', () => {
  const lent = (bytes: Uint8Array) => {
    const memory = borrowShared(bytes.byteLength)
    memory.bytes.set(bytes)
    return memory
  }
  const sha256 = createHash('sha256').update(slope()).digest('hex')

  test('gives the same picture, also where another was made in the same memory', async () => {
    const expected = await shared.renderJpeg(slope())
    const dark = await shared.renderJpeg(slope(512, 128, 'MONOCHROME1'))
    const memories: SharedArrayBuffer[] = []
    const render = (bytes: Uint8Array, hash: string) =>
      shared.renderStored(
        () => {
          const memory = lent(bytes)
          memories.push(memory.bytes.buffer)
          return Promise.resolve(memory)
        },
        { sha256: hash },
      )
    expect(await render(slope(512, 128, 'MONOCHROME1'), '')).toEqual(dark)
    expect(await render(slope(), sha256)).toEqual(expected)
    expect(memories[1], 'used again').toBe(memories[0])
  })

  test('is not shown where it is not the one that was stored', async () => {
    const other = slope()
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
    expect(
      await shared.renderStored(() => Promise.resolve(lent(other)), { sha256 }),
    ).toBeUndefined()
  })

  test('is not lent to anybody else while a worker may still look at it', async () => {
    const stop = new AbortController()
    const memory = lent(slope())
    const called = shared.renderStored(
      () => {
        stop.abort(new Error('the page was closed'))
        return Promise.resolve(memory)
      },
      { sha256, signal: stop.signal },
    )
    await expect(called).rejects.toThrow('the page was closed')
    expect(borrowShared(memory.bytes.byteLength).bytes.buffer).not.toBe(memory.bytes.buffer)
  })
})

test('a file is fetched when a worker is free, not before', async () => {
  let atOnce = 0
  let most = 0
  const fetch = async () => {
    atOnce++
    most = Math.max(most, atOnce)
    await sleep(5)
    atOnce--
    return slope()
  }
  await Promise.all(Array.from({ length: 6 }, () => shared.renderJpeg(fetch)))
  expect([most, shared.running]).toEqual([1, 1])
})

test('a file that cannot be fetched is told, and the next is made', async () => {
  const missing = shared.renderJpeg(() => Promise.reject(new Error('no such file')))
  await expect(missing).rejects.toThrow('no such file')
  expect((await shared.renderJpeg(slope())).length).toBeGreaterThan(100)
})

test('several are made at once, as many as there are workers', async () => {
  const pictures = start({ size: 2 })
  await Promise.all(
    Array.from({ length: 4 }, () => pictures.renderJpeg(() => Promise.resolve(slope()))),
  )
  expect(pictures.running).toBe(2)
})

test('one that takes too long is ended, and another worker takes its place', async () => {
  const pictures = start({ timeLimitMs: 2 })
  const late = { status: 'rejected', reason: { name: 'WorkerFault', code: 'time-limit' } }
  const both = [pictures.renderJpeg(slope()), pictures.renderJpeg(slope())]
  expect(await Promise.allSettled(both)).toMatchObject([late, late])
  expect(pictures.running).toBe(0)
})

test('an error that is not one of the file ends the worker and not the server', async () => {
  const pictures = start()
  const bad = pictures.renderJpeg(slope(), { quality: 1000 })
  const good = pictures.renderJpeg(slope())
  await expect(bad).rejects.toMatchObject({ name: 'WorkerFault', code: 'crashed' })
  expect((await good).length).toBeGreaterThan(100)
})

test('work that has begun can be called off, and the next gets its own picture', async () => {
  const stop = new AbortController()
  const begun = Promise.withResolvers<void>()
  const first = shared.renderJpeg(
    () => {
      begun.resolve()
      return Promise.resolve(slope(500, 500))
    },
    { signal: stop.signal },
  )
  await begun.promise
  stop.abort(new Error('the download was closed'))
  await expect(first).rejects.toThrow('the download was closed')
  expect(await decoded(await shared.renderJpeg(slope()))).toMatchObject({
    width: 256,
    height: 64,
  })
})

test('work that waits can be called off', async () => {
  const stop = new AbortController()
  let isFetched = false
  const first = shared.renderJpeg(slope())
  const second = shared.renderJpeg(
    () => {
      isFetched = true
      return Promise.resolve(slope())
    },
    { signal: stop.signal },
  )
  stop.abort(new Error('the download was closed'))
  await expect(second).rejects.toThrow('the download was closed')
  expect((await first).length).toBeGreaterThan(100)
  expect(isFetched).toBe(false)
  await expect(shared.renderJpeg(slope(), { signal: stop.signal })).rejects.toThrow('closed')
})

test('a worker without work is ended, and started again for the next picture', async () => {
  const pictures = start({ idleMs: 20 })
  await pictures.renderJpeg(slope())
  await vi.waitFor(() => expect(pictures.running).toBe(0), { timeout: 5000 })
  expect((await pictures.renderJpeg(slope())).length).toBeGreaterThan(100)
})

test('closing refuses what is not done', async () => {
  const pictures = start()
  const both = Promise.allSettled([pictures.renderJpeg(slope()), pictures.renderJpeg(slope())])
  await sleep(1)
  await pictures.close()
  const closed = { status: 'rejected', reason: { code: 'closed' } }
  expect(await both).toMatchObject([closed, closed])
  await expect(pictures.renderJpeg(slope())).rejects.toMatchObject({ code: 'closed' })
  expect(pictures.running).toBe(0)
})
