import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchContact } from './server-contact.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const events: string[] = []
  const state = { answers: true, hidden: false, asked: 0 }
  const watch = watchContact({
    isAnswered: async () => {
      state.asked += 1
      return state.answers
    },
    isHidden: () => state.hidden,
    onLost: () => events.push('lost'),
    onFound: () => events.push('found'),
  })
  return { events, state, watch }
}

test('a server without an answer for five seconds is lost, and found by itself', async () => {
  const { events, state, watch } = start()
  await vi.advanceTimersByTimeAsync(10_000)
  state.answers = false
  watch.ask()
  await vi.advanceTimersByTimeAsync(4500)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(events).toEqual(['lost'])
  state.answers = true
  await vi.advanceTimersByTimeAsync(2500)
  expect(events).toEqual(['lost', 'found'])
  watch.end()
})

test('a short restart is not mentioned', async () => {
  const { events, state, watch } = start()
  state.answers = false
  watch.ask()
  await vi.advanceTimersByTimeAsync(3000)
  state.answers = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events).toEqual([])
  watch.end()
})

test('a hidden page and one that has ended do not ask', async () => {
  const { state, watch } = start()
  state.hidden = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.asked).toBe(0)
  watch.end()
  state.hidden = false
  watch.ask()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.asked).toBe(0)
})
