import { expect, test } from 'vitest'
import { ChunkError, loadPage } from './load-page.ts'

test('the code of a page is handed on', async () => {
  await expect(loadPage(() => Promise.resolve('page'), 50)).resolves.toBe('page')
})

test('a missing chunk is told apart from a fault of the page', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(loadPage(missing, 50)).rejects.toBeInstanceOf(ChunkError)
})

test('a chunk that never comes is given up', async () => {
  await expect(loadPage(() => new Promise(() => {}), 5)).rejects.toBeInstanceOf(ChunkError)
})
