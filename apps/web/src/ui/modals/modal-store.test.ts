import { expect, test, vi } from 'vitest'
import { createModals } from './modal-store.ts'

const content = (title: string, onClose = () => {}) => ({ title, body: null, onClose })

test('modals stack up to the given depth and no further', () => {
  const { open, store } = createModals(3)
  expect([open(content('a')), open(content('b')), open(content('c'))]).toEqual([1, 2, 3])
  expect(open(content('d'))).toBeUndefined()
  expect(store.get().map(({ title }) => title)).toEqual(['a', 'b', 'c'])
})

test('an error shows in the topmost modal only', () => {
  const { open, showError, store } = createModals(3)
  expect(showError('lost')).toBe(false)
  open(content('a'))
  open(content('b'))
  expect(showError('Study can not be deleted.')).toBe(true)
  expect(store.get().map(({ error }) => error)).toEqual([undefined, 'Study can not be deleted.'])
})

test('closing a modal calls onClose once', () => {
  const { open, close } = createModals(3)
  const onClose = vi.fn<() => void>()
  const id = open(content('a', onClose)) ?? 0
  close(id)
  close(id)
  expect(onClose).toHaveBeenCalledTimes(1)
})
