import { expect, test, vi } from 'vitest'
import { createBufferPool, freeBuffer } from './buffer-pool.ts'

const createTestPool = (pooledMax: number) => {
  const allocate = vi.fn<() => Buffer>(() => Buffer.alloc(8))
  return { allocate, ...createBufferPool({ allocate, pooledMax }) }
}

test('a buffer pool hands a released buffer out again', () => {
  const { allocate, acquire, release } = createTestPool(2)
  const buffer = acquire()
  expect(acquire()).not.toBe(buffer)
  release(buffer)
  expect(acquire()).toBe(buffer)
  expect(allocate).toHaveBeenCalledTimes(2)
})

test('a buffer pool keeps no more free buffers than its limit', () => {
  const { allocate, acquire, release } = createTestPool(2)
  const buffers = [acquire(), acquire(), acquire()]
  for (const buffer of buffers) release(buffer)
  const again = [acquire(), acquire(), acquire()]
  expect(again.filter((buffer) => buffers.includes(buffer))).toHaveLength(2)
  expect(allocate).toHaveBeenCalledTimes(4)
})

test('a buffer pool refuses a buffer that is released twice', () => {
  const { acquire, release } = createTestPool(2)
  const buffer = acquire()
  release(buffer)
  expect(() => release(buffer)).toThrow('released twice')
})

test('a buffer with memory of its own is freed, and a part of another is left alone', () => {
  const whole = Buffer.from(new ArrayBuffer(64))
  const part = Buffer.from(new ArrayBuffer(64), 0, 32)
  freeBuffer(whole)
  freeBuffer(part)
  expect([whole.byteLength, part.byteLength]).toEqual([0, 32])
})
