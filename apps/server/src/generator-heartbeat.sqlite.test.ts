import { heartbeatLostMs } from '@talus/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { openCrashFixture } from './testing/capture/crash-fixture.ts'
import type { CrashFixture } from './testing/capture/crash-fixture.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

/** Server and bridge as processes: without a server that answers, the generator has no power. */
const runs = setUpServerRuns()
let fixture: CrashFixture

beforeEach(async () => {
  fixture = await openCrashFixture(runs)
  await fixture.startServer()
  await fixture.startBridge()
  await fixture.until('power on', async () => (await readPower()) === '1')
})

const readPower = async () =>
  /^pw:(.)$/mu.exec(String(await fixture.callBridge('/generator/status')))?.[1]

/** Waits until the power is off, and returns the seconds since `from`. */
async function untilOff(from: number): Promise<number> {
  await fixture.until('power off', async () => (await readPower()) === '0', 100, 30)
  return (Date.now() - from) / 1000
}
/** The last heartbeat may have been sent two seconds before; the computer may be busy. */
const heartbeatSeconds = { least: heartbeatLostMs / 1000 - 3, most: heartbeatLostMs / 1000 + 5 }

test('a running server keeps the generator on; the bridge switches it off when the server is killed', async () => {
  await new Promise((resolve) => setTimeout(resolve, heartbeatLostMs + 3000))
  expect(await readPower()).toBe('1')
  const from = Date.now()
  await fixture.server()?.kill()
  const seconds = await untilOff(from)
  expect(seconds).toBeGreaterThan(heartbeatSeconds.least)
  expect(seconds).toBeLessThan(heartbeatSeconds.most)
})

test('the bridge switches the generator off when the connection of the server is silent', async () => {
  // A stopped process keeps its connections open and sends nothing, like a silent network.
  const from = Date.now()
  fixture.server()?.child.kill('SIGSTOP')
  const seconds = await untilOff(from)
  expect(seconds).toBeGreaterThan(heartbeatSeconds.least)
  expect(seconds).toBeLessThan(heartbeatSeconds.most)
  fixture.server()?.child.kill('SIGCONT')
  // The session still exists, but nobody is at the generator: it is not switched on by itself.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(await readPower()).toBe('0')
  expect((await fixture.call('generator/power', { value: 1 })).status).toBe(200)
  await fixture.until('power on', async () => (await readPower()) === '1')
})

test('a server switches the generator off when it starts and when it stops', async () => {
  await fixture.server()?.kill()
  await fixture.callBridge('/generator/pw?value=1')
  const next = await runs.start({ BRIDGE_PORT: String(fixture.port) })
  expect(await untilOff(Date.now())).toBeLessThan(heartbeatLostMs / 1000 - 3)
  await next.kill()

  await fixture.startServer()
  expect(await readPower()).toBe('1')
  await fixture.server()?.stop()
  expect(await readPower()).toBe('0')
})
