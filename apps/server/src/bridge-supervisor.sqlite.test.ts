import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBridgeProbe } from './bridge-probe.ts'
import { startBridge } from './testing/capture/bridge-process.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** Runs the server as `npm start` does: with a bridge beside it. */
const runs = setUpServerRuns()
const timeout = 60_000

async function openFixture() {
  const port = await findFreePort()
  const settings = {
    TALUS_DEMO: '0',
    BRIDGE_GENERAL: 'simulator',
    BRIDGE_PORT: String(port),
    BRIDGE_SLOWNESS: '0.01',
    BRIDGE_PICTURES: 'test-object',
  }
  const openProbe = async () => {
    const token = await readFile(join(runs.folder(), 'bridge.token'), 'utf8').catch(() => '')
    return createBridgeProbe(port, token.trim() || 'none')
  }
  // Stops the bridge even if the test fails.
  runs.atEnd(async () => (await openProbe()).requestStop())
  const start = (more: Readonly<Record<string, string>> = {}) =>
    runs.start({ ...settings, ...more }, [], ['--with-bridge'])
  const getPortOwner = async () => (await openProbe()).identify()
  const waitForPortOwner = async (owner: Awaited<ReturnType<typeof getPortOwner>>) => {
    await expect.poll(getPortOwner, { timeout: 20_000, interval: 50 }).toBe(owner)
  }
  const readBridgeLog = () => readFile(join(runs.folder(), 'bridge', 'bridge.log'), 'utf8')
  const countBridgeStarts = async () =>
    (await readBridgeLog()).match(/"event":"listening"/gu)?.length ?? 0
  return { port, settings, start, getPortOwner, waitForPortOwner, readBridgeLog, countBridgeStarts }
}

/** Finds the process that listens on the port in Linux's /proc. */
async function findPid(port: number): Promise<number | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const line = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .find((row) => row.includes(`0100007F:${hex} 00000000:0000 0A`))
  const inode = line?.trim().split(/\s+/u)[9]
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)))
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => []))
      if ((await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')) === `socket:[${inode}]`)
        return Number(pid)
  return undefined
}

test(
  'the bridge runs beside the server, which prints the address of its panel and stops it at the end',
  { timeout },
  async () => {
    const { port, start, waitForPortOwner, getPortOwner } = await openFixture()
    const server = await start()
    await waitForPortOwner('ours')
    await expect.poll(server.output).toContain(`X-ray simulator: http://127.0.0.1:${port}/panel`)
    await server.stop()
    expect(await getPortOwner()).toBe('nobody')
  },
)

test.skipIf(process.platform !== 'linux')(
  'a bridge that is killed is started again (Linux only: it tells which process owns a port)',
  { timeout },
  async () => {
    const { port, start, waitForPortOwner, countBridgeStarts } = await openFixture()
    const server = await start()
    for (let starts = 1; starts <= 2; starts += 1) {
      await waitForPortOwner('ours')
      await expect.poll(countBridgeStarts).toBe(starts)
      const pid = await findPid(port)
      if (pid === undefined) throw new Error('no process listens on the port')
      process.kill(pid, 'SIGKILL')
      await expect.poll(countBridgeStarts, { timeout: 20_000 }).toBe(starts + 1)
    }
    await waitForPortOwner('ours')
    expect(server.output()).toContain('the bridge has ended and is started again')
  },
)

test(
  'the bridge outlives a server that is killed; the next server takes it over and stops it',
  { timeout },
  async () => {
    const { start, waitForPortOwner, getPortOwner, countBridgeStarts } = await openFixture()
    const first = await start()
    await waitForPortOwner('ours')
    await first.kill()
    await sleep(300)
    expect(await getPortOwner()).toBe('ours')
    const second = await start()
    await expect.poll(second.output).toContain('X-ray simulator')
    expect(await countBridgeStarts()).toBe(1)
    await second.stop()
    expect(await getPortOwner()).toBe('nobody')
  },
)

test(
  'the server uses a bridge that the user started, and does not stop it',
  { timeout },
  async () => {
    const { port, settings, start, getPortOwner, waitForPortOwner } = await openFixture()
    const ownBridge = await startBridge(runs.folder(), port, settings)
    runs.atEnd(ownBridge.stop)
    const server = await start()
    await expect.poll(server.output).toContain('X-ray simulator')
    await server.stop()
    expect(await getPortOwner()).toBe('ours')
    const next = await start()
    await expect.poll(next.output).toContain('X-ray simulator')
    await ownBridge.stop()
    // The server has to start a bridge itself now.
    await expect.poll(getPortOwner).toBe('nobody')
    await waitForPortOwner('ours')
  },
)

test(
  'the server reports a bridge port that is in use, and starts the bridge once the port is free',
  { timeout },
  async () => {
    const { port, start, waitForPortOwner } = await openFixture()
    const other = createServer((_request, response) => response.end('hello')).listen(
      port,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const server = await start()
    await expect.poll(server.output).toContain(`Port ${port} is taken by another program`)
    other.closeAllConnections()
    other.close()
    await waitForPortOwner('ours')
  },
)

test('no bridge is started with BRIDGE=off or in the cloud', { timeout }, async () => {
  const { start, getPortOwner } = await openFixture()
  const off = await start({ BRIDGE: 'off' })
  await sleep(1500)
  expect(await getPortOwner()).toBe('nobody')
  await off.stop()
  await start({ TALUS_VARIANT: 'cloud' })
  await sleep(1500)
  expect(await getPortOwner()).toBe('nobody')
})
