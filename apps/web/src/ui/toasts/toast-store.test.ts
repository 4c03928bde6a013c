import { expect, test } from 'vitest'
import { createNotices, getToastDuration } from './toast-store.ts'

const at = new Date('2026-03-09T14:05:00Z')

test('a hidden toast stays in the history of notices', () => {
  const { add, hide, store } = createNotices()
  const { id } = add('done', 'Saved', at)
  hide(id)
  expect(store.get().shown).toEqual([])
  expect(store.get().history.map(({ text }) => text)).toEqual(['Saved'])
})

test('two toasts with the same text are shown once', () => {
  const { add, store } = createNotices()
  add('error', 'The server cannot be reached.', at)
  add('error', 'The server cannot be reached.', at)
  expect(store.get().shown).toHaveLength(1)
  expect(store.get().unread).toBe(2)
})

test('a hint is shown, and is not kept among the notices', () => {
  const { addHint, store } = createNotices()
  addHint('info', 'The line is too short.', at)
  expect(store.get().shown).toHaveLength(1)
  expect([store.get().history, store.get().unread]).toEqual([[], 0])
})

test('opening the notices marks them as read', () => {
  const { add, markRead, store } = createNotices()
  add('info', 'One', at)
  markRead()
  expect(store.get().unread).toBe(0)
})

test('the toast of a saved file is shown twice as long as others', () => {
  expect([getToastDuration(false), getToastDuration(true)]).toEqual([3000, 6000])
})
