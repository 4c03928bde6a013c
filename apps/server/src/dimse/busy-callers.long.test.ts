import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { Handlers } from './index.ts'
import {
  createAcceptorFixture,
  associate,
  getFaultCodes,
  expectSoon,
  readStatuses,
  readPduTypes,
  wait,
} from './testing/acceptor-fixture.ts'
import { encodeIdentifier } from './testing/test-objects.ts'
import {
  encodeCommandPdu,
  encodeDataPdu,
  encodeEchoCommand,
  encodeTestRequest,
  encodeStoreCommand,
} from './testing/test-pdus.ts'
import { connectRaw, startTestAcceptor } from './testing/test-acceptor.ts'
import { encodeReleaseRequest } from './pdu.ts'

// Well-behaved callers that are many, slow, or send before the response.
vi.setConfig({ testTimeout: 30_000 })

const { atEnd, start } = createAcceptorFixture()

describe('association limits', () => {
  test('callers over the association limit are rejected, and accepted again later', async () => {
    const { port, countOpen } = await start({ associations: 10, perAddress: 10 })
    const peers = Array.from({ length: 200 }, () => connectRaw(port))
    for (const { socket } of peers) socket.write(encodeTestRequest())
    const first = (peer: ReturnType<typeof connectRaw>) => peer.received()[0]
    await expectSoon(() => peers.filter((peer) => first(peer) === 2).length).toBe(10)
    await expectSoon(countOpen).toBe(10)
    const rejected = peers.filter((peer) => first(peer) === 3)
    expect(rejected.length).toBeGreaterThan(50)
    expect([...(rejected[0]?.received().subarray(6) ?? [])]).toEqual([0, 2, 3, 2])
    for (const { socket } of peers) socket.destroy()
    await expectSoon(countOpen).toBe(0)
    expect(readPduTypes((await associate(port)).received())).toEqual([2])
  })

  test('callers over the limit for one address are rejected', async () => {
    const { port } = await start({ associations: 10, perAddress: 1 })
    await associate(port)
    const second = connectRaw(port)
    second.socket.write(encodeTestRequest())
    await second.closed
    expect(readPduTypes(second.received())).toEqual([3])
  })

  test('one clinic cannot take the associations of the others, from however many addresses', async () => {
    const owner = { clinic: 'one' }
    const { port, stop } = await startTestAcceptor({
      limits: { perOwner: 2 },
      getOwner: () => owner.clinic,
    })
    atEnd(() => stop(0))
    const call = async (address: string) => {
      const peer = connectRaw(port, address)
      peer.socket.write(encodeTestRequest())
      await expectSoon(() => readPduTypes(peer.received()).length).toBe(1)
      return { peer, isAccepted: readPduTypes(peer.received())[0] === 2 }
    }
    const first = await call('127.0.0.2')
    expect([first.isAccepted, (await call('127.0.0.3')).isAccepted]).toEqual([true, true])
    expect((await call('127.0.0.4')).isAccepted).toBe(false)
    owner.clinic = 'two'
    expect((await call('127.0.0.4')).isAccepted).toBe(true)
    owner.clinic = 'one'
    first.peer.socket.destroy()
    await expectSoon(() => first.peer.socket.closed).toBe(true)
    await expect.poll(async () => (await call('127.0.0.5')).isAccepted).toBe(true)
  })
})

describe('back-pressure', () => {
  test('a sender that is faster than the handler is slowed down', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const store: Handlers<string>['store'] = async ({ dataset }) => {
      await held
      for await (const bytes of dataset) expect(bytes.length).toBeGreaterThan(0)
      return { status: 0 }
    }
    const { port } = await start({}, { store })
    const peer = await associate(port)
    const before = process.memoryUsage().arrayBuffers
    const piece = encodeDataPdu(3, 0, Buffer.alloc(200_000))
    const pieces = 500
    peer.socket.write(encodeStoreCommand())
    let written = 0
    const writing = (async () => {
      for (; written < pieces; written += 1)
        if (!peer.socket.write(piece)) await once(peer.socket, 'drain')
      peer.socket.write(encodeDataPdu(3, 2, Buffer.alloc(2)))
    })()
    await wait(500)
    // The limit allows for the socket buffers of the kernel on both sides.
    expect(written * piece.length).toBeLessThan(20_000_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000)
    release()
    await writing
    await expectSoon(() => readStatuses(peer.received())).toEqual([0])
  })

  test.each([
    ['a C-FIND ends when the caller does not read the responses', 'timeout'],
    ['a C-FIND ends when the caller half-closes the connection', 'closed'],
  ])('%s', async (_what, code) => {
    let yielded = 0
    let isClosed = false
    const find: Handlers<string>['find'] = async function* () {
      try {
        for (; yielded < 1_000_000; yielded += 1) yield encodeIdentifier('x'.repeat(10_000))
      } finally {
        isClosed = true
      }
    }
    const { port, reports, countOpen } = await start(
      { idleMs: code === 'timeout' ? 1000 : 60_000 },
      { find },
    )
    const peer = await associate(port)
    peer.socket.pause()
    const command = { affectedClass: '1.2.840.10008.5.1.4.1.2.2.1', field: 0x20, messageId: 1 }
    peer.socket.write(
      Buffer.concat([
        encodeCommandPdu(5, command, true),
        encodeDataPdu(5, 2, encodeIdentifier('')),
      ]),
    )
    await expectSoon(() => yielded).toBeGreaterThan(10)
    if (code === 'closed') peer.socket.end()
    await expectSoon(() => isClosed).toBe(true)
    expect(yielded).toBeLessThan(2000)
    expect(getFaultCodes(reports)).toEqual([code])
    await expectSoon(countOpen).toBe(0)
  })
})

describe('unusual requests', () => {
  test('requests sent before the last response are answered in order', async () => {
    const { port, stored } = await start()
    const peer = await associate(port)
    const objects = [1, 2, 3].flatMap((id) => [
      encodeStoreCommand(id),
      encodeDataPdu(3, 2, Buffer.alloc(5000)),
    ])
    peer.socket.write(Buffer.concat([...objects, encodeEchoCommand(4), encodeReleaseRequest()]))
    await peer.closed
    expect(readStatuses(peer.received())).toEqual([0, 0, 0, 0])
    expect(stored.map(({ sopInstance }) => sopInstance)).toEqual(['1.2.3.1', '1.2.3.2', '1.2.3.3'])
    expect(readPduTypes(peer.received()).at(-1)).toBe(6)
  })

  test('unknown commands and invalid SOP instance UIDs get a failure status', async () => {
    const { port, stored } = await start()
    const peer = await associate(port)
    const named = (affectedInstance: string) =>
      Buffer.concat([
        encodeCommandPdu(
          3,
          { field: 1, messageId: 2, affectedClass: '1.2', affectedInstance },
          true,
        ),
        encodeDataPdu(3, 2, Buffer.alloc(4)),
      ])
    peer.socket.write(encodeCommandPdu(1, { field: 0x0100, messageId: 1 }))
    peer.socket.write(named('../../etc/passwd'))
    peer.socket.write(named(''))
    await expectSoon(() => readStatuses(peer.received())).toEqual([0x0211, 0x0117, 0x0117])
    expect(stored).toEqual([])
  })

  test('an object that is received byte by byte is stored', async () => {
    const { port, stored } = await start()
    const peer = connectRaw(port)
    const bytes = Buffer.concat([
      encodeStoreCommand(),
      encodeDataPdu(3, 0, Buffer.alloc(30)),
      encodeDataPdu(3, 2, Buffer.alloc(7)),
    ])
    peer.socket.write(encodeTestRequest())
    await expectSoon(() => readPduTypes(peer.received())).toEqual([2])
    for (const byte of bytes) {
      peer.socket.write(Buffer.from([byte]))
      await wait(0)
    }
    await expectSoon(() => readStatuses(peer.received())).toEqual([0])
    expect(stored).toMatchObject([{ size: 37 }])
  })
})

describe('stopping', () => {
  test('a stopping acceptor finishes open associations and accepts no new ones', async () => {
    const acceptor = await startTestAcceptor()
    const peer = await associate(acceptor.port)
    const stopping = acceptor.stop(5000)
    const late = connectRaw(acceptor.port)
    await late.closed
    expect(late.received()).toHaveLength(0)
    peer.socket.write(Buffer.concat([encodeEchoCommand(), encodeReleaseRequest()]))
    await stopping
    expect(readStatuses(peer.received())).toEqual([0])
  })

  test('a stopping acceptor aborts associations after the grace period', async () => {
    const acceptor = await startTestAcceptor()
    const peer = await associate(acceptor.port)
    const began = performance.now()
    await acceptor.stop(200)
    expect(performance.now() - began).toBeLessThan(6000)
    await peer.closed
    expect(readPduTypes(peer.received())).toEqual([2, 7])
  })
})
