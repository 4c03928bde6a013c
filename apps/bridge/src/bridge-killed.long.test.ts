import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@talus/devices'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bridgeClient, context } from './testing/bridge-client.ts'
import type { BridgeClient } from './testing/bridge-client.ts'
import { bridgeProcess, endBridges, mainPath } from './testing/bridge-process.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-bridge-'))
})
afterEach(async () => {
  endBridges()
  await rm(folder, { recursive: true, force: true })
})

async function started(env: Readonly<Record<string, string>> = {}) {
  const bridge = await bridgeProcess(folder, env)
  return { bridge, client: bridgeClient(bridge.port, bridge.token) }
}

/** Arms and exposes the dental sensor; true once the simulated panel has the exposure in its memory. */
async function exposed(client: BridgeClient, captureId: string): Promise<boolean> {
  await client.untilState('dental', 'Ready')
  const { leaseId } = await client.lease('dental')
  await client.arm('dental', leaseId, captureId)
  await client.untilState('dental', 'WaitingForRadiation')
  const { body } = await client.order({ order: 'expose', sensor: 'dental' })
  return (body as { outcome: string }).outcome === 'exposed'
}

/** Every frame that waits, its bytes checked, then acknowledged. */
async function takeAll(client: BridgeClient) {
  const frames = await client.frames()
  for (const frame of frames) {
    expect(sha256(await client.bytesOf(frame.id))).toBe(frame.sha256)
    expect((await client.acknowledge(frame.id, frame.sha256)).status).toBe(204)
  }
  return frames
}

describe('a bridge that is killed', () => {
  test('after a frame was announced offers it again, as recovered, and only until it is acknowledged', async () => {
    const before = await started()
    await exposed(before.client, 'capture-kept')
    const announced = await before.client.untilFrame()
    await before.bridge.end('SIGKILL')

    const after = await started()
    expect(await after.client.frames()).toEqual([{ ...announced, isRecovered: true }])
    expect((await takeAll(after.client)).map(({ sha256 }) => sha256)).toEqual([announced.sha256])
    await after.bridge.end('SIGKILL')

    const last = await started()
    expect(await last.client.frames()).toEqual([])
    await last.bridge.end('SIGTERM')
  }, 30_000)

  test('at any moment, 30 times: every exposure is offered once, whole, with its study', async () => {
    const random = randomFrom(31)
    const wanted: string[] = []
    const taken: string[] = []
    for (let round = 0; round < 30; round += 1) {
      const { bridge, client } = await started()
      // Those of the round before may come from the spool or from the memory of the sensor.
      await client.untilState('dental', 'Ready')
      taken.push(...(await takeAll(client)).map(({ captureId }) => captureId ?? 'nobody'))
      const captureId = `capture-${String(round).padStart(3, '0')}`
      if (await exposed(client, captureId)) wanted.push(captureId)
      // Making, writing, flushing and announcing takes about 150 ms.
      await sleep(random() * 220)
      await bridge.end('SIGKILL')
    }
    const { bridge, client } = await started()
    await client.untilState('dental', 'Ready')
    const last = await takeAll(client)
    taken.push(...last.map(({ captureId }) => captureId ?? 'nobody'))
    expect(last.every(({ isRecovered }) => isRecovered)).toBe(true)
    expect(wanted).toHaveLength(30)
    expect(taken.toSorted()).toEqual(wanted)
    const left = await readdir(join(folder, 'bridge/spool'))
    expect(left.toSorted()).toEqual(['done', 'quarantine'])
    expect(await readdir(join(folder, 'bridge/spool/quarantine'))).toEqual([])
    await bridge.end('SIGTERM')
  }, 240_000)

  test('two bridges never share a folder', async () => {
    const { bridge } = await started()
    await expect(started()).rejects.toThrow('Another bridge is using')
    await bridge.end('SIGTERM')
  }, 20_000)
})

const mounted = 'mount -t tmpfs -o size=$1 tmpfs "$0" && shift && exec "$@"'
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], {
    stdio: 'ignore',
  }).status === 0

describe.skipIf(!canMount)('on a small disk (needs unshare and a user who may mount)', () => {
  const onDiskOf = (size: string) =>
    ['unshare', '-rm', 'sh', '-c', mounted, join(folder, 'bridge'), size].concat(
      process.execPath,
      mainPath,
    )

  test('a full one: the sensor is not armed, so no animal is irradiated for nothing', async () => {
    await mkdir(join(folder, 'bridge'))
    const bridge = await bridgeProcess(folder, {}, onDiskOf('8m'))
    const client = bridgeClient(bridge.port, bridge.token)
    await client.untilState('dental', 'Ready')
    const { leaseId } = await client.lease('dental')
    const answer = await client.json('/sensor/dental/arm', {
      body: { leaseId, captureId: 'capture-full', context },
    })
    expect(answer).toMatchObject({ status: 507, body: { code: 'bridge/disk-full' } })
    expect((await client.status('dental')).state).toBe('Ready')
    expect(await client.order({ order: 'expose', sensor: 'dental' })).toMatchObject({
      body: { outcome: 'not-armed' },
    })
    expect((await client.json('/frames')).status).toBe(200)
    await bridge.end('SIGTERM')
  }, 20_000)

  test('one that fills up after the exposure: the frame takes the place that was reserved', async () => {
    await mkdir(join(folder, 'bridge'))
    const bridge = await bridgeProcess(folder, { BRIDGE_RESERVE_MB: '3' }, onDiskOf('30m'))
    const client = bridgeClient(bridge.port, bridge.token)
    await client.untilState('dental', 'Ready')
    const { leaseId } = await client.lease('dental')
    expect((await client.arm('dental', leaseId, 'capture-tight')).status).toBe(200)
    await client.untilState('dental', 'WaitingForRadiation')
    // The disk as the bridge sees it: it is mounted for that process alone.
    const inside = join(`/proc/${bridge.pid}/root`, folder, 'bridge/other-program')
    await writeFile(inside, Buffer.alloc(40_000_000)).catch(() => undefined)
    await client.order({ order: 'expose', sensor: 'dental' })
    const frame = await client.untilFrame()
    expect(frame).toMatchObject({ captureId: 'capture-tight', byteLength: 2_160_000 })
    expect(sha256(await client.bytesOf(frame.id))).toBe(frame.sha256)
    expect(bridge.log()).toContain('ENOSPC')
    await client.untilState('dental', 'Ready')
    expect((await client.arm('dental', leaseId, 'capture-next')).status).toBe(507)
    await rm(inside)
    expect((await client.arm('dental', leaseId, 'capture-next')).status).toBe(200)
    await bridge.end('SIGTERM')
  }, 30_000)
})
