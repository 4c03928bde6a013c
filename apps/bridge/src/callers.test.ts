import { expect, test } from 'vitest'
import { manualTime } from '../../../packages/devices/src/testing/manual-time.ts'
import { callerBook, goneMs } from './callers.ts'

test('a server with a line lives, however long it says nothing', async () => {
  const { timing, pass } = manualTime()
  const callers = callerBook(timing)
  const endOfLine = callers.begin('server-1')
  await pass(100 * goneMs)
  expect(callers.isGone('server-1')).toBe(false)
  endOfLine()
  expect(callers.isGone('server-1')).toBe(false)
  await pass(goneMs)
  expect(callers.isGone('server-1')).toBe(true)
})

test('a line that is cut and made again, and calls without a line, are signs of life', async () => {
  const { timing, pass } = manualTime()
  const callers = callerBook(timing)
  callers.begin('server-1')()
  await pass(goneMs - 1)
  callers.begin('server-1')()
  await pass(goneMs - 1)
  expect(callers.isGone('server-1')).toBe(false)
  const endOfLine = callers.begin('server-1')
  callers.begin('server-2')()
  await pass(goneMs)
  expect([callers.isGone('server-1'), callers.isGone('server-2')]).toEqual([false, true])
  endOfLine()
})
