import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@talus/imaging/random'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBridgeClient, captureContext } from './testing/bridge-client.ts'
import type { BridgeClient } from './testing/bridge-client.ts'
import { startBridgeProcess, killBridges, mainPath } from './testing/bridge-process.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-bridge-'))
})
afterEach(async () => {
  killBridges()
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Readonly<Record<string, string>> = {}) {
  const bridge = await startBridgeProcess(folder, env)
  return { bridge, client: createBridgeClient(bridge.port, bridge.token) }
}

/**
 * Arms and exposes the dental sensor; true once the simulated panel has the exposure in its memory.
 */
async function expose(client: BridgeClient, captureId: string): Promise<boolean> {
  await client.untilState('dental', 'Ready')
  const { leaseId } = await client.lease('dental')
  await client.arm('dental', leaseId, captureId)
  await client.untilState('dental', 'WaitingForRadiation')
  const { body } = await client.order({ order: 'expose', sensor: 'dental' })
  return (body as { outcome: string }).outcome === 'exposed'
}

/** Fetches every waiting frame, checks its bytes and acknowledges it. */
async function fetchAll(client: BridgeClient) {
  const frames = await client.listFrames()
  for (const frame of frames) {
    expect(sha256(await client.fetchBytes(frame.id))).toBe(frame.sha256)
    expect((await client.acknowledge(frame.id, frame.sha256)).status).toBe(204)
  }
  return frames
}

/**
 * The moments of the kills are spread over the 220 ms after the exposure, one in each equal part, so
 * that a few of them meet every step of a frame. Each start of a bridge takes half a second.
 */
const killCount = process.env['TEST_ALL'] === '1' ? 30 : 12
const longestDelayMs = 220

describe('a bridge that is killed', () => {
  test('a bridge killed after announcing a frame offers it again as recovered until it is acknowledged', async () => {
    const before = await start()
    await expose(before.client, 'capture-kept')
    const announced = await before.client.untilFrame()
    await before.bridge.end('SIGKILL')

    const after = await start()
    expect(await after.client.listFrames()).toEqual([{ ...announced, isRecovered: true }])
    expect((await fetchAll(after.client)).map(({ sha256 }) => sha256)).toEqual([announced.sha256])
    await after.bridge.end('SIGKILL')

    const last = await start()
    expect(await last.client.listFrames()).toEqual([])
    await last.bridge.end('SIGTERM')
  }, 180_000)

  test('a bridge killed many times at random moments offers every exposure once, complete, with its study', async () => {
    const random = createRandom(31)
    const delays = Array.from(
      { length: killCount },
      (_, at) => ((at + random()) / killCount) * longestDelayMs,
    )
    const wanted: string[] = []
    const taken: string[] = []
    for (const [round, delay] of delays.entries()) {
      const { bridge, client } = await start()
      // Frames of the previous round may come from the spool or from the sensor's memory.
      await client.untilState('dental', 'Ready')
      taken.push(...(await fetchAll(client)).map(({ captureId }) => captureId ?? 'nobody'))
      const captureId = `capture-${String(round).padStart(3, '0')}`
      if (await expose(client, captureId)) wanted.push(captureId)
      // Simulating, writing, flushing and announcing a frame takes about 150 ms.
      await sleep(delay)
      await bridge.end('SIGKILL')
    }
    const { bridge, client } = await start()
    await client.untilState('dental', 'Ready')
    const last = await fetchAll(client)
    taken.push(...last.map(({ captureId }) => captureId ?? 'nobody'))
    expect(last.every(({ isRecovered }) => isRecovered)).toBe(true)
    expect(wanted).toHaveLength(killCount)
    expect(taken.toSorted()).toEqual(wanted)
    const left = await readdir(join(folder, 'bridge/spool'))
    expect(left.toSorted()).toEqual(['done', 'quarantine'])
    expect(await readdir(join(folder, 'bridge/spool/quarantine'))).toEqual([])
    await bridge.end('SIGTERM')
  }, 240_000)

  test('a second bridge on the same folder refuses to start', async () => {
    const { bridge } = await start()
    await expect(start()).rejects.toThrow('Another bridge is using')
    await bridge.end('SIGTERM')
  }, 180_000)
})

const mounted = 'mount -t tmpfs -o size=$1 tmpfs "$0" && shift && exec "$@"'
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], {
    stdio: 'ignore',
  }).status === 0

describe.skipIf(!canMount)('on a small disk (needs unshare and the right to mount)', () => {
  const onDiskOf = (size: string) =>
    ['unshare', '-rm', 'sh', '-c', mounted, join(folder, 'bridge'), size].concat(
      process.execPath,
      mainPath,
    )

  test('a sensor is not armed while the disk is full', async () => {
    await mkdir(join(folder, 'bridge'))
    const bridge = await startBridgeProcess(folder, {}, onDiskOf('8m'))
    const client = createBridgeClient(bridge.port, bridge.token)
    await client.untilState('dental', 'Ready')
    const { leaseId } = await client.lease('dental')
    const answer = await client.json('/sensor/dental/arm', {
      body: { leaseId, captureId: 'capture-full', context: captureContext },
    })
    expect(answer).toMatchObject({ status: 507, body: { code: 'bridge/disk-full' } })
    expect((await client.status('dental')).state).toBe('Ready')
    expect(await client.order({ order: 'expose', sensor: 'dental' })).toMatchObject({
      body: { outcome: 'not-armed' },
    })
    expect((await client.json('/frames')).status).toBe(200)
    await bridge.end('SIGTERM')
  }, 180_000)

  test('a frame uses the reserved space if the disk fills up after the exposure', async () => {
    await mkdir(join(folder, 'bridge'))
    const bridge = await startBridgeProcess(folder, { BRIDGE_RESERVE_MB: '3' }, onDiskOf('30m'))
    const client = createBridgeClient(bridge.port, bridge.token)
    await client.untilState('dental', 'Ready')
    const { leaseId } = await client.lease('dental')
    expect((await client.arm('dental', leaseId, 'capture-tight')).status).toBe(200)
    await client.untilState('dental', 'WaitingForRadiation')
    // The path of the bridge's file system, which is mounted for that process only.
    const inside = join(`/proc/${bridge.pid}/root`, folder, 'bridge/other-program')
    await writeFile(inside, Buffer.alloc(40_000_000)).catch(() => undefined)
    await client.order({ order: 'expose', sensor: 'dental' })
    const frame = await client.untilFrame()
    expect(frame).toMatchObject({ captureId: 'capture-tight', byteLength: 2_160_000 })
    expect(sha256(await client.fetchBytes(frame.id))).toBe(frame.sha256)
    expect(bridge.log()).toContain('ENOSPC')
    await client.untilState('dental', 'Ready')
    expect((await client.arm('dental', leaseId, 'capture-next')).status).toBe(507)
    await rm(inside)
    expect((await client.arm('dental', leaseId, 'capture-next')).status).toBe(200)
    await bridge.end('SIGTERM')
  }, 180_000)
})
