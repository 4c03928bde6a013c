import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createImageFile } from '../../../../packages/dicom/src/testing/synthetic-file.ts'
import { acquireSharedBuffer, startRenderPool } from './index.ts'
import type { RenderPool } from './index.ts'
import type { PoolSettings } from './worker-pool.ts'

// Starting a worker takes time on a busy computer.
vi.setConfig({ testTimeout: 30_000 })

const open: RenderPool[] = []
function start(settings: Partial<PoolSettings> = {}): RenderPool {
  const renderPool = startRenderPool({ size: 1, ...settings })
  open.push(renderPool)
  return renderPool
}
/** A pool for the tests that need no worker of their own. */
const shared = startRenderPool({ size: 1 })
afterAll(() => shared.close())
afterEach(() => Promise.all(open.splice(0).map((renderPool) => renderPool.close())))

/** A 12-bit gradient from black to white. */
const slope = (columns = 256, rows = 64, photometric = 'MONOCHROME2') =>
  createImageFile(
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

test('a radiograph is rendered as a greyscale JPEG with the same grey levels', async () => {
  const { data, ...size } = await decoded(await shared.renderJpeg(slope(), { quality: 100 }))
  expect(size).toEqual({ width: 256, height: 64, channels: 1 })
  for (const column of [0, 100, 255]) expect(Math.abs((data[column] ?? 0) - column)).toBeLessThan(3)
})

test('an image is scaled to the longest edge, and MONOCHROME1 is inverted', async () => {
  const options = { longestEdge: 64, quality: 95 }
  const jpeg = await shared.renderJpeg(slope(256, 64, 'MONOCHROME1'), options)
  const { data, ...size } = await decoded(jpeg)
  expect(size).toEqual({ width: 64, height: 16, channels: 1 })
  expect(data[0]).toBeGreaterThan(245)
  expect(data[63]).toBeLessThan(10)
})

test('an RGB image is rendered in colour', async () => {
  const options = { columns: 64, rows: 64, samples: 3, bitsAllocated: 8, photometric: 'RGB' }
  const pixels = new Uint8Array(64 * 64 * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels.set([200, 30, 90], at)
  const { data, channels } = await decoded(
    await shared.renderJpeg(createImageFile(options, pixels)),
  )
  expect(channels).toBe(3)
  for (const [index, value] of [200, 30, 90].entries()) {
    expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(5)
  }
})

test('a damaged file is rejected with its DicomFault, and the worker goes on', async () => {
  const broken = slope().subarray(0, 4000)
  await expect(shared.renderJpeg(broken)).rejects.toMatchObject({
    name: 'DicomFault',
    code: 'damaged',
    message: expect.stringContaining('damaged or cut short'),
  })
  expect((await shared.renderJpeg(slope())).length).toBeGreaterThan(100)
  expect(shared.running).toBe(1)
})

test('whole buffers are transferred to the worker, parts of buffers are copied', async () => {
  const whole = slope()
  await shared.renderJpeg(whole)
  expect(whole.length).toBe(0)
  const large = Buffer.concat([Buffer.alloc(8), slope()])
  await shared.renderJpeg(large.subarray(8))
  expect(large.length).toBeGreaterThan(30_000)
})

describe('a file in a pooled shared buffer', () => {
  const toSharedBuffer = (bytes: Uint8Array) => {
    const memory = acquireSharedBuffer(bytes.byteLength)
    memory.bytes.set(bytes)
    return memory
  }
  const sha256 = createHash('sha256').update(slope()).digest('hex')

  test('rendering from a reused shared buffer gives the same image', async () => {
    const expected = await shared.renderJpeg(slope())
    const dark = await shared.renderJpeg(slope(512, 128, 'MONOCHROME1'))
    const memories: SharedArrayBuffer[] = []
    const render = (bytes: Uint8Array, hash: string) =>
      shared.renderStored(
        () => {
          const memory = toSharedBuffer(bytes)
          memories.push(memory.bytes.buffer)
          return Promise.resolve(memory)
        },
        { sha256: hash },
      )
    expect(await render(slope(512, 128, 'MONOCHROME1'), '')).toEqual(dark)
    expect(await render(slope(), sha256)).toEqual(expected)
    expect(memories[1], 'used again').toBe(memories[0])
  })

  test('a file with another hash than the stored one is not rendered', async () => {
    const other = slope()
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
    expect(
      await shared.renderStored(() => Promise.resolve(toSharedBuffer(other)), { sha256 }),
    ).toBeUndefined()
  })

  test('a shared buffer is not reused while a worker may still read it', async () => {
    const stop = new AbortController()
    const memory = toSharedBuffer(slope())
    const called = shared.renderStored(
      () => {
        stop.abort(new Error('the page was closed'))
        return Promise.resolve(memory)
      },
      { sha256, signal: stop.signal },
    )
    await expect(called).rejects.toThrow('the page was closed')
    expect(acquireSharedBuffer(memory.bytes.byteLength).bytes.buffer).not.toBe(memory.bytes.buffer)
  })
})

test('a file is read only when a worker is free', async () => {
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

test('a file that cannot be read rejects its task only', async () => {
  const missing = shared.renderJpeg(() => Promise.reject(new Error('no such file')))
  await expect(missing).rejects.toThrow('no such file')
  expect((await shared.renderJpeg(slope())).length).toBeGreaterThan(100)
})

test('images are rendered concurrently by as many workers as configured', async () => {
  const renderPool = start({ size: 2 })
  await Promise.all(
    Array.from({ length: 4 }, () => renderPool.renderJpeg(() => Promise.resolve(slope()))),
  )
  expect(renderPool.running).toBe(2)
})

test('a render task that exceeds the time limit is terminated', async () => {
  const renderPool = start({ timeLimitMs: 2 })
  const late = { status: 'rejected', reason: { name: 'WorkerFault', code: 'time-limit' } }
  const both = [renderPool.renderJpeg(slope()), renderPool.renderJpeg(slope())]
  expect(await Promise.allSettled(both)).toMatchObject([late, late])
  expect(renderPool.running).toBe(0)
})

test('an unexpected error ends the worker, not the server', async () => {
  const renderPool = start()
  const bad = renderPool.renderJpeg(slope(), { quality: 1000 })
  const good = renderPool.renderJpeg(slope())
  await expect(bad).rejects.toMatchObject({ name: 'WorkerFault', code: 'crashed' })
  expect((await good).length).toBeGreaterThan(100)
})

test('a running render task can be aborted, and the next gets its own image', async () => {
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

test('a queued render task can be aborted before its file is read', async () => {
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

test('an idle worker is terminated, and started again for the next image', async () => {
  const renderPool = start({ idleMs: 20 })
  await renderPool.renderJpeg(slope())
  await vi.waitFor(() => expect(renderPool.running).toBe(0), { timeout: 5000 })
  expect((await renderPool.renderJpeg(slope())).length).toBeGreaterThan(100)
})

test('closing the render pool rejects unfinished tasks', async () => {
  const renderPool = start()
  const both = Promise.allSettled([renderPool.renderJpeg(slope()), renderPool.renderJpeg(slope())])
  await sleep(1)
  await renderPool.close()
  const closed = { status: 'rejected', reason: { code: 'closed' } }
  expect(await both).toMatchObject([closed, closed])
  await expect(renderPool.renderJpeg(slope())).rejects.toMatchObject({ code: 'closed' })
  expect(renderPool.running).toBe(0)
})
