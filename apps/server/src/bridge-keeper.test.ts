import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bridgeOn } from './bridge-on.ts'
import { startBridge } from './testing/bridge.ts'
import { freePort } from './testing/peers.ts'
import { serverRuns } from './testing/server-runs.ts'

/** The server as `npm start` runs it: with a bridge beside it. */
const runs = serverRuns()
const timeout = 60_000

async function room() {
  const port = await freePort()
  const settings = {
    TALUS_DEMO: '0',
    BRIDGE_PORT: String(port),
    BRIDGE_SLOWNESS: '0.01',
    BRIDGE_PICTURES: 'test-object',
  }
  const bridge = async () => {
    const token = await readFile(join(runs.folder(), 'bridge.token'), 'utf8').catch(() => '')
    return bridgeOn(port, token.trim() || 'none')
  }
  // However a test ends, no bridge outlives it.
  runs.atEnd(async () => (await bridge()).askToStop())
  const start = (more: Readonly<Record<string, string>> = {}) =>
    runs.start({ ...settings, ...more }, [], ['--with-bridge'])
  const found = async () => (await bridge()).look()
  const untilFound = async (who: Awaited<ReturnType<typeof found>>) => {
    await expect.poll(found, { timeout: 20_000, interval: 50 }).toBe(who)
  }
  const bridgeLog = () => readFile(join(runs.folder(), 'bridge', 'bridge.log'), 'utf8')
  const startsOfBridge = async () => (await bridgeLog()).match(/"event":"listening"/gu)?.length ?? 0
  return { port, settings, start, found, untilFound, bridgeLog, startsOfBridge }
}

/** The process that listens there, as the operating system tells. */
async function pidOn(port: number): Promise<number | undefined> {
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
  'it runs beside the server, says where its panel is, and ends with it',
  { timeout },
  async () => {
    const { port, start, untilFound, found } = await room()
    const server = await start()
    await untilFound('ours')
    await expect.poll(server.output).toContain(`X-ray simulator: http://127.0.0.1:${port}/panel`)
    await server.stop()
    expect(await found()).toBe('nobody')
  },
)

test.skipIf(process.platform !== 'linux')(
  'one that is killed is started again (Linux, which tells whose a port is)',
  { timeout },
  async () => {
    const { port, start, untilFound, startsOfBridge } = await room()
    const server = await start()
    for (let starts = 1; starts <= 2; starts += 1) {
      await untilFound('ours')
      await expect.poll(startsOfBridge).toBe(starts)
      const pid = await pidOn(port)
      if (pid === undefined) throw new Error('nobody listens there')
      process.kill(pid, 'SIGKILL')
      await expect.poll(startsOfBridge, { timeout: 20_000 }).toBe(starts + 1)
    }
    await untilFound('ours')
    expect(server.output()).toContain('the bridge has ended and is started again')
  },
)

test(
  'it outlives a server that is killed; the next one takes it over and ends it',
  { timeout },
  async () => {
    const { start, untilFound, found, startsOfBridge } = await room()
    const first = await start()
    await untilFound('ours')
    await first.kill()
    await sleep(300)
    expect(await found()).toBe('ours')
    const second = await start()
    await expect.poll(second.output).toContain('X-ray simulator')
    expect(await startsOfBridge()).toBe(1)
    await second.stop()
    expect(await found()).toBe('nobody')
  },
)

test('one that somebody runs by hand is used, and left alone', { timeout }, async () => {
  const { port, settings, start, found, untilFound } = await room()
  const byHand = await startBridge(runs.folder(), port, settings)
  runs.atEnd(byHand.stop)
  const server = await start()
  await expect.poll(server.output).toContain('X-ray simulator')
  await server.stop()
  expect(await found()).toBe('ours')
  const next = await start()
  await expect.poll(next.output).toContain('X-ray simulator')
  await byHand.stop()
  // Gone: now the server has to see to it itself.
  await expect.poll(found).toBe('nobody')
  await untilFound('ours')
})

test('a port that is taken is told, and used when it is free', { timeout }, async () => {
  const { port, start, untilFound } = await room()
  const other = createServer((_request, response) => response.end('hello')).listen(
    port,
    '127.0.0.1',
  )
  await once(other, 'listening')
  const server = await start()
  await expect.poll(server.output).toContain(`Port ${port} is taken by another program`)
  other.closeAllConnections()
  other.close()
  await untilFound('ours')
})

test('none is started where none is wanted', { timeout }, async () => {
  const { start, found } = await room()
  const off = await start({ BRIDGE: 'off' })
  await sleep(1500)
  expect(await found()).toBe('nobody')
  await off.stop()
  await start({ TALUS_VARIANT: 'cloud' })
  await sleep(1500)
  expect(await found()).toBe('nobody')
})
