import { expect, test, vi } from 'vitest'
import { lazyCode, prefetchLazyCode } from './lazy-code.ts'

test('lazy code is imported once, and is at hand afterwards', async () => {
  const importCode = vi.fn<() => Promise<string>>(() => Promise.resolve('code'))
  const part = lazyCode(importCode)
  expect(part.get()).toBeUndefined()
  await Promise.all([part.load(), part.load()])
  expect(part.get()).toBe('code')
  await expect(part.load()).resolves.toBe('code')
  expect(importCode).toHaveBeenCalledOnce()
})

test('a failed import is tried again by the next call', async () => {
  const importCode = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce('code')
  const part = lazyCode(importCode)
  await expect(part.load()).rejects.toThrow('Failed to fetch')
  await expect(part.load()).resolves.toBe('code')
})

test('the prefetch loads every part, even if one cannot be loaded', async () => {
  lazyCode(() => Promise.reject(new TypeError('Failed to fetch')))
  const last = lazyCode(() => Promise.resolve('last'))
  await prefetchLazyCode()
  expect(last.get()).toBe('last')
})
