import { expect, test } from 'vitest'
import { createManualTime } from '../../../packages/devices/src/testing/manual-time.ts'
import { createCallerRegistry, deadAfterMs } from './caller-registry.ts'

test('a server with an open connection counts as running, however long it is silent', async () => {
  const { timing, advance } = createManualTime()
  const callers = createCallerRegistry(timing)
  const endCall = callers.trackCall('server-1')
  await advance(100 * deadAfterMs)
  expect(callers.isDead('server-1')).toBe(false)
  endCall()
  expect(callers.isDead('server-1')).toBe(false)
  await advance(deadAfterMs)
  expect(callers.isDead('server-1')).toBe(true)
})

test('a server that reconnects or sends requests in time counts as running', async () => {
  const { timing, advance } = createManualTime()
  const callers = createCallerRegistry(timing)
  callers.trackCall('server-1')()
  await advance(deadAfterMs - 1)
  callers.trackCall('server-1')()
  await advance(deadAfterMs - 1)
  expect(callers.isDead('server-1')).toBe(false)
  const endCall = callers.trackCall('server-1')
  callers.trackCall('server-2')()
  await advance(deadAfterMs)
  expect([callers.isDead('server-1'), callers.isDead('server-2')]).toEqual([false, true])
  endCall()
})
