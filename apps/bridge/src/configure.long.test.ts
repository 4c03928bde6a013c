import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { BridgeConfig, BridgeRefusalBody } from '@talus/contract'
import type { BridgeDrivers } from '@talus/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSerialPeer } from '@talus/devices/serial-peer'
import { createSerialPort } from './drivers/serial-port.ts'
import { createBridgeClient } from './testing/bridge-client.ts'
import { killBridges, startBridgeProcess } from './testing/bridge-process.ts'
import { hasPseudoTerminals, plugSerialCable } from './testing/pseudo-terminals.ts'

const none = { driver: 'none' } as const
const nothing: BridgeDrivers = { general: none, dental: none, generator: none }

let data: string
let images: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'talus-configure-'))
  images = await mkdtemp(join(tmpdir(), 'talus-images-'))
})
afterEach(async () => {
  killBridges()
  await rm(data, { recursive: true, force: true })
  await rm(images, { recursive: true, force: true })
})

async function start(env: Readonly<Record<string, string>> = {}) {
  const bridge = await startBridgeProcess(data, { TALUS_DEMO: '0', ...env })
  const client = createBridgeClient(bridge.port, bridge.token)
  const configure = async (drivers: Partial<BridgeDrivers>) => {
    const { status, body } = await client.json('/config', { body: { ...nothing, ...drivers } })
    const refusal = BridgeRefusalBody.safeParse(body).data
    return [status, refusal?.config?.fault ?? refusal?.code]
  }
  const readConfig = async () => BridgeConfig.parse((await client.json('/config')).body)
  return { ...bridge, client, configure, readConfig }
}

describe('the drivers of a bridge', () => {
  test('a bridge without demo data has no devices until they are chosen, and keeps the choice', async () => {
    const first = await start()
    expect(await first.readConfig()).toMatchObject({ drivers: nothing, offersSimulator: false })
    const general = { driver: 'folder', folder: images } as const
    expect(await first.configure({ general })).toEqual([204, undefined])
    await first.client.untilState('general', 'Ready')
    expect((await first.readConfig()).drivers.general).toEqual(general)
    await first.end('SIGKILL')
    const again = await start()
    await again.client.untilState('general', 'Ready')
    expect((await again.readConfig()).drivers).toEqual({ ...nothing, general })
  }, 180_000)

  test('folders that cannot work, or in which files would be lost, are refused', async () => {
    const { configure, readConfig } = await start()
    const choose = (folder: string) => configure({ general: { driver: 'folder', folder } })
    expect(await choose('images')).toEqual([422, 'folder/not-absolute'])
    expect(await choose(join(images, 'missing'))).toEqual([422, 'folder/missing'])
    for (const reserved of ['/', homedir(), data, join(data, 'bridge', 'spool')])
      expect(await choose(reserved)).toEqual([422, 'folder/reserved'])
    await symlink(data, join(images, 'link'))
    expect(await choose(join(images, 'link'))).toEqual([422, 'folder/reserved'])
    expect(await choose(images)).toEqual([422, 'folder/not-empty'])
    await writeFile(join(images, 'letter.txt'), 'not an image')
    await rm(join(images, 'link'))
    expect(await choose(images)).toEqual([422, 'folder/not-empty'])
    expect(await readFile(join(images, 'letter.txt'), 'utf8')).toBe('not an image')
    const empty = join(images, 'empty')
    await mkdir(empty)
    const folder = { driver: 'folder', folder: empty } as const
    expect(await configure({ general: folder, dental: folder })).toEqual([422, 'folder/same'])
    expect((await readConfig()).drivers).toEqual(nothing)
    const { defaultFolders } = await readConfig()
    expect(await choose(defaultFolders.general)).toEqual([204, undefined])
  }, 180_000)

  test('simulated devices are refused without demo data, and devices set by variables stay', async () => {
    const { configure, readConfig } = await start({ BRIDGE_DENTAL: 'none' })
    expect((await configure({ general: { driver: 'simulator' } }))[0]).toBe(400)
    expect((await readConfig()).fixed).toEqual(['dental'])
    expect(await configure({ dental: { driver: 'folder', folder: images } })).toEqual([
      409,
      'bridge/fixed',
    ])
  }, 180_000)

  test('drivers are not changed while a sensor is leased or armed', async () => {
    const { client, configure } = await start({ TALUS_DEMO: '1' })
    await client.untilState('general', 'Ready')
    const { leaseId } = await client.lease('general')
    expect(await configure({})).toEqual([409, 'bridge/busy'])
    await client.arm('general', leaseId, 'capture-0001')
    expect(await configure({})).toEqual([409, 'bridge/busy'])
    await client.untilState('general', 'WaitingForRadiation')
    await client.json(`/sensor/general/lease/${leaseId}`, { method: 'DELETE' })
    await client.untilState('general', 'Ready')
    expect(await configure({})).toEqual([204, undefined])
  }, 180_000)

  test.skipIf(!hasPseudoTerminals)(
    'a serial generator is chosen by its port, which has to open',
    async () => {
      const cable = await plugSerialCable(images)
      const peer = createSerialPeer()
      const theirs = createSerialPort({ path: cable.theirs, baud: 9600 }, () => undefined)
      theirs.open(
        (bytes) => theirs.write(peer.receive(bytes)),
        () => undefined,
      )
      try {
        const { client, configure } = await start()
        const choose = (path: string) =>
          configure({
            generator: { driver: 'serial', path, baud: 9600, style: 'checksum', model: 'X' },
          })
        expect(await choose('/dev/no-such-port')).toEqual([422, 'serial/not-opened'])
        expect(await choose(cable.ours)).toEqual([204, undefined])
        const text = async () => (await client.send('/generator/status')).bytes.toString()
        await expect.poll(text, { timeout: 15_000 }).toContain('kv:60')
        // The open port is not tried again, and the choice is the same.
        expect(await choose(cable.ours)).toEqual([204, undefined])
      } finally {
        theirs.close()
        await cable.unplug()
      }
    },
    180_000,
  )
})
