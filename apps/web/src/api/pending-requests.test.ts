import { expect, test } from 'vitest'
import { createPending } from './pending-requests.ts'

test('requests and changes are counted apart', () => {
  const { store, begin } = createPending()
  const reading = begin(false)
  const saving = begin(true)
  expect(store.get()).toEqual({ requests: 2, changes: 1 })
  saving()
  expect(store.get()).toEqual({ requests: 1, changes: 0 })
  reading()
  expect(store.get()).toEqual({ requests: 0, changes: 0 })
})

test('a request that ends twice is taken off once', () => {
  const { store, begin } = createPending()
  begin(true)
  const end = begin(true)
  end()
  end()
  expect(store.get()).toEqual({ requests: 1, changes: 1 })
})
