import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSerialGenerator } from '@talus/devices'
import type { GeneratorEvent, Timing } from '@talus/devices'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSerialPeer } from '@talus/devices/serial-peer'
import { hasPseudoTerminals, plugSerialCable } from '../testing/pseudo-terminals.ts'
import { createSerialPort, tryOpenSerialPort } from './serial-port.ts'

const timing: Timing = {
  now: Date.now,
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}
const silentLog = () => undefined

describe.skipIf(!hasPseudoTerminals)('a serial port (needs socat or python3)', () => {
  let folder: string
  let cable: Awaited<ReturnType<typeof plugSerialCable>>
  const unplug = async () => {
    await cable.unplug()
    for (const path of [cable.ours, cable.theirs]) await rm(path, { force: true })
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'talus-serial-'))
    cable = await plugSerialCable(folder)
  })
  afterEach(async () => {
    await unplug()
    await rm(folder, { recursive: true, force: true })
  })

  function openBothEnds() {
    const peer = createSerialPeer()
    const theirs = createSerialPort({ path: join(folder, 'theirs'), baud: 9600 }, silentLog)
    theirs.open(
      (bytes) => theirs.write(peer.receive(bytes)),
      () => undefined,
    )
    const port = createSerialPort({ path: join(folder, 'ours'), baud: 9600 }, silentLog)
    const generator = createSerialGenerator(port, timing)
    const events: GeneratorEvent[] = []
    generator.start((event) => events.push(event))
    const stop = () => {
      generator.stop()
      theirs.close()
    }
    return { peer, generator, events, stop }
  }

  test('a serial port transfers values both ways, including bytes that are control characters', async () => {
    const { peer, generator, stop } = openBothEnds()
    try {
      await vi.waitFor(() => expect(generator.status()).toMatchObject({ kv: 60 }), 8000)
      // Checksums take every value of a byte: 3, 13, 17 and 19 mean something to a terminal.
      for (const kv of [40, 57, 70, 83, 99])
        expect(await generator.set('kv', kv)).toMatchObject({ kv })
      expect(await generator.set('ms', 1.25)).toMatchObject({ ms: 1.25, mx: 0.125 })
      expect(peer.values).toMatchObject({ kv: 99, ms: 1.25 })
    } finally {
      stop()
    }
  }, 180_000)

  test('an unplugged cable is reported, and the serial port is reopened', async () => {
    const { generator, events, stop } = openBothEnds()
    try {
      await vi.waitFor(() => expect(generator.status()).toBeDefined(), 8000)
      await unplug()
      await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'silent' }), 8000)
      cable = await plugSerialCable(folder)
      await vi.waitFor(() => expect(generator.status()).toMatchObject({ kv: 60 }), 15_000)
    } finally {
      stop()
    }
  }, 180_000)
})

test('a serial port that does not exist is logged, and does not keep the process running', async () => {
  const logged: unknown[] = []
  const line = createSerialPort({ path: '/dev/no-such-port', baud: 9600 }, (_, details) =>
    logged.push(details),
  )
  line.open(
    () => undefined,
    () => undefined,
  )
  await vi.waitFor(() => expect(logged).toMatchObject([{ path: '/dev/no-such-port' }]), 5000)
  line.close()
  await expect(tryOpenSerialPort({ path: '/dev/no-such-port', baud: 9600 })).rejects.toThrow(
    'no-such-port',
  )
})
