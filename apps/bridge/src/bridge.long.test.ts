import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Lease } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadAfterMs } from './caller-registry.ts'
import { createBridgeClient } from './testing/bridge-client.ts'
import type { BridgeClient } from './testing/bridge-client.ts'
import { simulatedDevices, startBridgeProcess } from './testing/bridge-process.ts'
import { listenToEvents } from './testing/listen-to-events.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let bridge: Awaited<ReturnType<typeof startBridgeProcess>>
let client: BridgeClient
let captures = 0
let heartbeats: NodeJS.Timeout | undefined
const newCapture = () => `capture-${String((captures += 1)).padStart(4, '0')}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-bridge-'))
  bridge = await startBridgeProcess(folder, {
    TALUS_DEMO: '0',
    BRIDGE_SLOWNESS: '0.05',
    ...simulatedDevices,
  })
  client = createBridgeClient(bridge.port, bridge.token)
  // Without a server the bridge would switch the generator off.
  const headers = { 'talus-server': 'server-of-the-tests' }
  heartbeats = setInterval(
    () => void client.send('/heartbeat', { method: 'POST', headers }).catch(() => undefined),
    1000,
  )
  await client.untilState('general', 'Ready')
  await client.untilState('dental', 'Ready')
}, 180_000)
afterAll(async () => {
  clearInterval(heartbeats)
  await bridge.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const listen = (path: string, server?: string) => listenToEvents(bridge, path, server)

describe('access to the bridge', () => {
  test('the bridge refuses requests without the token or with a wrong one', async () => {
    for (const authorization of [null, 'Bearer ', 'Bearer wrong', `Basic ${bridge.token}`]) {
      const answer = await client.json('/sensor/general/status', { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { code: 'bridge/token' } })
    }
    expect(
      (await client.json('/generator/kv?value=120', { headers: { authorization: null } })).status,
    ).toBe(401)
  })
  test('the bridge refuses pages that reach it by DNS rebinding', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${bridge.port}`,
      '127.0.0.1',
      `127.0.0.1:1`,
    ]) {
      const answer = await client.json('/sensors', { headers: { host } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'bridge/foreign-page' } })
    }
    for (const host of [`localhost:${bridge.port}`, `127.0.0.1:${bridge.port}`])
      expect((await client.json('/sensors', { headers: { host } })).status).toBe(200)
  })
  test('the bridge refuses pages of other sites, even with the token', async () => {
    for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:1`, 'http://127.0.0.1'])
      expect((await client.json('/sensors', { headers: { origin } })).status).toBe(403)
    const origin = `http://127.0.0.1:${bridge.port}`
    expect((await client.json('/sensors', { headers: { origin } })).status).toBe(200)
    const site = { 'sec-fetch-site': 'cross-site' }
    expect((await client.json('/sensors', { headers: site })).status).toBe(403)
  })
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)
  test.skipIf(!outside)('the bridge listens on loopback only', async () => {
    const socket = connect({ host: outside?.address ?? '', port: bridge.port })
    const outcome = await new Promise((resolve) => {
      socket.on('connect', () => resolve('connected'))
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    socket.destroy()
    expect(outcome).toBe('ECONNREFUSED')
  })
  test('only the owner of the token file can read it', async () => {
    const { mode } = await stat(join(folder, 'bridge.token'))
    expect(process.platform === 'win32' || (mode & 0o777) === 0o600).toBe(true)
  })
  test('invalid requests are refused with a message', async () => {
    expect((await client.json('/nowhere')).status).toBe(404)
    expect((await client.json('/sensor/equine/status')).status).toBe(404)
    expect((await client.json('/sensor/general/arm')).status).toBe(405)
    expect((await client.json('/sensor/general/lease', { body: {} })).status).toBe(400)
    const huge = { body: { holder: 'x'.repeat(100_000) } }
    expect((await client.json('/sensor/general/lease', huge)).status).toBe(413)
    expect((await client.json('/generator/kv?value=lots')).status).toBe(400)
    expect((await client.json('/generator/kv')).status).toBe(400)
    for (const order of [
      'kv?value=9999',
      'kv?value=71.5',
      'ms?value=12345',
      'fo?value=5',
      'pw?value=2',
    ])
      expect(await client.json(`/generator/${order}`)).toMatchObject({
        status: 400,
        body: { code: 'bridge/not-in-scale' },
      })
    expect((await client.json('/frames/..%2F..%2Fbridge.token/bytes')).status).toBe(404)
  })
})

describe('the sensor', () => {
  test('a sensor is leased to one user at a time, and others get the name of the holder', async () => {
    const { leaseId } = await client.lease('dental', 'Room 2')
    const second = { body: { holder: 'Room 3' }, headers: { 'accept-language': 'fr-CA,fr;q=0.9' } }
    expect(await client.json('/sensor/dental/lease', second)).toEqual({
      status: 409,
      body: {
        code: 'bridge/lease-held',
        message: 'Room 2 utilise ce capteur.',
        holder: 'Room 2',
      },
    })
    expect(await client.arm('dental', 'another-lease', newCapture())).toMatchObject({
      status: 409,
      body: { code: 'bridge/lease-lost', message: 'Room 2 is using this sensor now.' },
    })
    const again = await client.json('/sensor/dental/lease', {
      body: { holder: 'Room 2', leaseId },
    })
    expect(again).toMatchObject({ status: 200, body: { leaseId } })
    expect((await client.status('dental')).lease).toEqual({ holder: 'Room 2' })
    await client.json(`/sensor/dental/lease/${leaseId}`, { method: 'DELETE' })
    expect((await client.status('dental')).lease).toBeNull()
  })

  test('a sensor passes to the next server when the previous one has died, and not before', async () => {
    const stream = listen('/sensor/dental/events', 'server-one')
    const takeAs = (server: string) =>
      client.json('/sensor/dental/lease', {
        body: { holder: server },
        headers: { 'talus-server': server },
      })
    const { body } = await takeAs('server-one')
    const { leaseId } = Lease.parse(body)
    await client.arm('dental', leaseId, newCapture())
    await client.untilState('dental', 'WaitingForRadiation')
    // Longer than the time after which a server counts as dead; this one is silent, but connected.
    await sleep(deadAfterMs + 500)
    expect(await takeAs('server-two')).toMatchObject({
      status: 409,
      body: { code: 'bridge/lease-held', holder: 'server-one' },
    })
    expect((await client.status('dental')).state).toBe('WaitingForRadiation')

    stream.close()
    expect((await takeAs('server-two')).status).toBe(409)
    const taken = await client.until('the lease', async () => {
      const answer = await takeAs('server-two')
      return answer.status === 200 && answer.body
    })
    await client.untilState('dental', 'Ready')
    const next = Lease.parse(taken)
    expect(next.holder).toBe('server-two')
    await client.json(`/sensor/dental/lease/${next.leaseId}`, { method: 'DELETE' })
  }, 180_000)

  test('a frame is armed, exposed, fetched, acknowledged and then removed', async () => {
    const events = listen('/sensor/general/events')
    const { leaseId } = await client.lease('general')
    // The generator belongs to the lease of its sensor.
    for (const order of ['pw?value=1', 'kv?value=72']) {
      expect(await client.json(`/generator/${order}`)).toMatchObject({
        status: 409,
        body: { code: 'bridge/lease-held' },
      })
      expect((await client.send(`/generator/${order}&lease=${leaseId}`)).status).toBe(200)
    }
    const captureId = newCapture()
    const armed = await client.arm('general', leaseId, captureId)
    expect(armed).toMatchObject({
      status: 200,
      body: { status: { state: 'PreparingSensor', captureId } },
    })
    // The server repeats a request whose response was lost: the sensor is not armed twice.
    expect((await client.arm('general', leaseId, captureId)).status).toBe(200)
    expect(await client.arm('general', leaseId, newCapture())).toMatchObject({
      status: 409,
      body: { code: 'bridge/not-ready' },
    })
    await client.untilState('general', 'WaitingForRadiation')
    expect(await client.order({ order: 'expose', sensor: 'general' })).toMatchObject({
      body: { outcome: 'pressed' },
    })
    const frame = await client.untilFrame()
    expect(frame).toMatchObject({
      captureId,
      sensor: 'general',
      width: 1440,
      height: 1760,
      isRecovered: false,
      context: { studyId: 7, annotation: { bodyPart: 'Chest' } },
      technique: { kv: 72 },
    })
    const bytes = await client.fetchBytes(frame.id)
    expect(bytes).toHaveLength(frame.byteLength)
    expect(sha256(bytes)).toBe(frame.sha256)

    expect(await client.acknowledge(frame.id, '0'.repeat(64))).toMatchObject({ status: 409 })
    expect(await client.listFrames()).toHaveLength(1)
    expect((await client.acknowledge(frame.id, frame.sha256)).status).toBe(204)
    expect((await client.acknowledge(frame.id, frame.sha256)).status).toBe(204)
    expect(await client.listFrames()).toEqual([])
    expect((await client.json(`/frames/${frame.id}/bytes`)).status).toBe(404)
    expect(
      (await readdir(join(folder, 'bridge/spool'))).filter((name) => name.includes(frame.id)),
    ).toEqual([])
    await client.untilState('general', 'Ready')
    // The same capture again does not arm the sensor.
    expect(await client.arm('general', leaseId, captureId)).toMatchObject({
      status: 200,
      body: { status: { state: 'Ready' } },
    })

    const states = [...events.received.text.matchAll(/"state":"(\w+)"/gu)].map(([, state]) => state)
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      'Ready',
      'PreparingSensor',
      'WaitingForRadiation',
      'RadiationReceived',
      'LoadingImage',
      'PostAcquisitionCleanup',
      'Ready',
    ])
    expect(events.received.text.match(/event: frame/gu)).toHaveLength(1)
    events.close()
    await client.json(`/sensor/general/lease/${leaseId}`, { method: 'DELETE' })
  })

  test('a cancel before the radiation disarms the sensor; after it the image is kept, marked as late', async () => {
    const { leaseId } = await client.lease('dental')
    const cancel = () => client.json('/sensor/dental/cancel', { body: { leaseId } })
    expect((await cancel()).body).toEqual({ outcome: 'idle' })
    await client.arm('dental', leaseId, newCapture())
    expect((await cancel()).body).toEqual({ outcome: 'cancelled' })
    await client.untilState('dental', 'Ready')

    const captureId = newCapture()
    await client.arm('dental', leaseId, captureId)
    await client.untilState('dental', 'WaitingForRadiation')
    await client.order({ order: 'expose', sensor: 'dental' })
    expect((await cancel()).body).toEqual({ outcome: 'too-late' })
    const frame = await client.untilFrame()
    expect(frame).toMatchObject({ captureId, isRecovered: true, sensor: 'dental' })
    await client.acknowledge(frame.id, frame.sha256)
    await client.untilState('dental', 'Ready')
    await client.json(`/sensor/dental/lease/${leaseId}`, { method: 'DELETE' })
  })

  test('releasing the lease disarms the sensor', async () => {
    const { leaseId } = await client.lease('dental')
    await client.arm('dental', leaseId, newCapture())
    await client.json(`/sensor/dental/lease/${leaseId}`, { method: 'DELETE' })
    await client.untilState('dental', 'Ready')
    expect(await client.listFrames()).toEqual([])
  })

  test('an image whose transfer was interrupted arrives after the reconnect, once', async () => {
    const { leaseId } = await client.lease('dental')
    const fault = {
      order: 'sensor-fault',
      sensor: 'dental',
      fault: 'disconnect-in-transfer',
      isOn: true,
    }
    await client.order(fault)
    const captureId = newCapture()
    await client.arm('dental', leaseId, captureId)
    await client.untilState('dental', 'WaitingForRadiation')
    await client.order({ order: 'expose', sensor: 'dental' })
    const frame = await client.untilFrame()
    expect(frame).toMatchObject({ captureId, isRecovered: true, context: { studyId: 7 } })
    await client.untilState('dental', 'Ready')
    expect(await client.listFrames()).toHaveLength(1)
    await client.acknowledge(frame.id, frame.sha256)
    await client.json(`/sensor/dental/lease/${leaseId}`, { method: 'DELETE' })
  })

  test('an overheated sensor is not armed', async () => {
    const { leaseId } = await client.lease('dental')
    const hot = { order: 'sensor-fault', sensor: 'dental', fault: 'over-temperature' }
    await client.order({ ...hot, isOn: true })
    expect(await client.arm('dental', leaseId, newCapture())).toMatchObject({
      status: 409,
      body: { code: 'bridge/not-ready', message: 'The sensor is not ready (51.5 °C).' },
    })
    await client.order({ ...hot, isOn: false })
    await client.json(`/sensor/dental/lease/${leaseId}`, { method: 'DELETE' })
  })
})

describe('the generator', () => {
  const text = async (path: string) => (await client.send(path)).bytes.toString()

  test('the generator reports lines of key:value, accepts allowed values and notifies all subscribers', async () => {
    const events = listen('/generator/events')
    await client.until('the first lines', async () => events.received.text.includes('ws:1'))
    expect(await text('/generator/fo?value=1')).toContain('fo:1\n')
    expect(await text('/generator/kv?value=100')).toContain('kv:100\n')
    expect(await text('/generator/ma?value=500')).toContain('ma:320\n')
    expect(await text('/generator/status')).toContain('mx:6.4\n')
    await client.until(
      'the change',
      async () =>
        events.received.text.includes('ma:320\nkv') || events.received.text.includes('mx:6.4'),
    )
    const scales = (await client.json('/generator/scales')).body
    expect(scales).toMatchObject({ fo: [0, 1] })
    events.close()
  })
  test('the generator has no route that makes an exposure', async () => {
    for (const key of ['ex', 'mx', 'xp', 'pr'])
      expect((await client.json(`/generator/${key}?value=1`)).status).toBe(404)
  })
  test('without a generator the bridge answers 501 and ends the event stream', async () => {
    const events = listen('/generator/events')
    await client.until('the first lines', async () => events.received.text.includes('ws:1'))
    const absent = { order: 'generator-fault', fault: 'no-generator' }
    await client.order({ ...absent, isOn: true })
    await client.until('the end', async () => events.received.isClosed)
    for (const path of ['/generator/status', '/generator/pw?value=1', '/generator/events'])
      expect(await client.json(path)).toMatchObject({
        status: 501,
        body: { code: 'bridge/no-generator' },
      })
    await client.order({ ...absent, isOn: false })
    expect(await text('/generator/status')).toContain('ex:0')
  })
  test('a generator error before the radiation disarms the sensor', async () => {
    const { leaseId } = await client.lease('general')
    await client.arm('general', leaseId, newCapture())
    await client.order({ order: 'generator-fault', fault: 'generator-error', isOn: true })
    await client.untilState('general', 'Ready')
    expect((await client.status('general')).fault).toBe('generator-error')
    await client.order({ order: 'generator-fault', fault: 'generator-error', isOn: false })
    await client.json(`/sensor/general/lease/${leaseId}`, { method: 'DELETE' })
  })
})

describe('the control panel', () => {
  const enter = (body: unknown, headers = {}) =>
    client.json('/panel/enter', { body, headers: { authorization: null, ...headers } })

  test('the control panel opens with its link, once', async () => {
    const code = /#([\w-]{43})/u.exec(bridge.output())?.[1]
    expect((await enter({})).status).toBe(401)
    expect((await enter({ code: 'guessed' })).status).toBe(401)
    const { status, body } = await enter({ code })
    expect(status).toBe(200)
    expect((await enter({ code })).status).toBe(401)

    const authorization = `Bearer ${(body as { token: string }).token}`
    expect((await client.json('/simulator', { headers: { authorization } })).status).toBe(200)
    // The panel's token gives access to the simulator only.
    for (const path of ['/frames', '/generator/kv?value=80', '/sensor/general/status'])
      expect((await client.json(path, { headers: { authorization } })).status).toBe(401)
  })
  test('the server can request another link to the control panel', async () => {
    const { body } = await client.json('/panel/link', { body: {} })
    const code = (body as { url: string }).url.split('#')[1]
    expect((await enter({ code }, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await enter({ code })).status).toBe(200)
  })
  test('the control panel is translated, contains no secret and allows no foreign script', async () => {
    const page = await client.send('/panel', {
      headers: { authorization: null, 'accept-language': 'fr' },
    })
    expect(page.bytes.toString()).toContain('<html lang="fr">')
    expect(page.bytes.toString()).toContain('Simulateur de radiographie')
    expect(page.bytes.toString()).not.toMatch(/\{\{|[\w-]{43}/u)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    const script = (await client.send('/panel.js', { headers: { authorization: null } })).bytes
    // Checks the syntax only, since there is no DOM to run the script in.
    const checked = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
      input: script,
      encoding: 'utf8',
    })
    expect(checked.stderr).toBe('')
    expect(script.toString()).not.toContain('import type')
  })
})
