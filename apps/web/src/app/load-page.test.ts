import { expect, test, vi } from 'vitest'
import { ChunkError, loadPage } from './load-page.ts'

test('loadPage returns the code of the page', async () => {
  await expect(loadPage(() => Promise.resolve('page'), 50)).resolves.toBe('page')
})

test('a missing chunk rejects with a ChunkError', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(loadPage(missing, 50)).rejects.toBeInstanceOf(ChunkError)
})

test('loading a chunk times out after 120,000 ms', async () => {
  vi.useFakeTimers()
  const givenUp = vi.fn<(error: unknown) => void>()
  const loading = loadPage(() => new Promise<never>(() => {})).catch(givenUp)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(givenUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(givenUp).toHaveBeenCalledWith(expect.any(ChunkError))
})
