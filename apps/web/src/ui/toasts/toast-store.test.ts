import { expect, test } from 'vitest'
import { createNotices, toastMs } from './toast-store.ts'

const at = new Date('2026-03-09T14:05:00Z')

test('a toast goes and its notice stays', () => {
  const { add, hide, store } = createNotices()
  const { id } = add('done', 'Saved', at)
  hide(id)
  expect(store.get().shown).toEqual([])
  expect(store.get().history.map(({ text }) => text)).toEqual(['Saved'])
})

test('the same words are on screen once', () => {
  const { add, store } = createNotices()
  add('error', 'The server cannot be reached.', at)
  add('error', 'The server cannot be reached.', at)
  expect(store.get().shown).toHaveLength(1)
  expect(store.get().unread).toBe(2)
})

test('opening the notices marks them as read', () => {
  const { add, markRead, store } = createNotices()
  add('info', 'One', at)
  markRead()
  expect(store.get().unread).toBe(0)
})

test('a saved file is named twice as long as anything else', () => {
  expect([toastMs(false), toastMs(true)]).toEqual([3000, 6000])
})
