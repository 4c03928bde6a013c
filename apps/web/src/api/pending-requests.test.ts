import { expect, test } from 'vitest'
import { createPendingRequests } from './pending-requests.ts'

test('pending requests and pending changes are counted separately', () => {
  const { store, begin } = createPendingRequests()
  const reading = begin(false)
  const saving = begin(true)
  expect(store.get()).toEqual({ requests: 2, changes: 1 })
  saving()
  expect(store.get()).toEqual({ requests: 1, changes: 0 })
  reading()
  expect(store.get()).toEqual({ requests: 0, changes: 0 })
})

test('a pending request that ends twice is subtracted once', () => {
  const { store, begin } = createPendingRequests()
  begin(true)
  const end = begin(true)
  end()
  end()
  expect(store.get()).toEqual({ requests: 1, changes: 1 })
})
