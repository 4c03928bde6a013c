import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { Handlers } from './index.ts'
import {
  acceptors,
  associated,
  codes,
  expectSoon,
  statusesOf,
  typesOf,
  wait,
} from './testing/callers.ts'
import { identifier } from './testing/objects.ts'
import { commandUnit, dataUnit, echoCommand, requestUnit, storeCommand } from './testing/script.ts'
import { dial, testAcceptor } from './testing/test-acceptor.ts'
import { releaseRequest } from './units.ts'

/** Callers that mean no harm, but are many, slow, or in a hurry. */
vi.setConfig({ testTimeout: 30_000 })

const { started } = acceptors()

describe('too many', () => {
  test('are told so, and later there is room again', async () => {
    const { port, open } = await started({ associations: 10, perAddress: 10 })
    const peers = Array.from({ length: 200 }, () => dial(port))
    for (const { socket } of peers) socket.write(requestUnit())
    const first = (peer: ReturnType<typeof dial>) => peer.received()[0]
    await expectSoon(() => peers.filter((peer) => first(peer) === 2).length).toBe(10)
    await expectSoon(open).toBe(10)
    const rejected = peers.filter((peer) => first(peer) === 3)
    expect(rejected.length).toBeGreaterThan(50)
    expect([...(rejected[0]?.received().subarray(6) ?? [])]).toEqual([0, 2, 3, 2])
    for (const { socket } of peers) socket.destroy()
    await expectSoon(open).toBe(0)
    expect(typesOf((await associated(port)).received())).toEqual([2])
  })

  test('from one address are told so too', async () => {
    const { port } = await started({ associations: 10, perAddress: 1 })
    await associated(port)
    const second = dial(port)
    second.socket.write(requestUnit())
    await second.closed
    expect(typesOf(second.received())).toEqual([3])
  })
})

describe('memory', () => {
  test('a sender that is faster than the handler is slowed down', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const store: Handlers<string>['store'] = async ({ dataset }) => {
      await held
      for await (const bytes of dataset) expect(bytes.length).toBeGreaterThan(0)
      return { status: 0 }
    }
    const { port } = await started({}, { store })
    const peer = await associated(port)
    const before = process.memoryUsage().arrayBuffers
    const piece = dataUnit(3, 0, Buffer.alloc(200_000))
    const pieces = 500
    peer.socket.write(storeCommand())
    let written = 0
    const writing = (async () => {
      for (; written < pieces; written += 1)
        if (!peer.socket.write(piece)) await once(peer.socket, 'drain')
      peer.socket.write(dataUnit(3, 2, Buffer.alloc(2)))
    })()
    await wait(500)
    // What the kernel keeps on both sides is not ours.
    expect(written * piece.length).toBeLessThan(20_000_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000)
    release()
    await writing
    await expectSoon(() => statusesOf(peer.received())).toEqual([0])
  })

  test.each([
    ['a caller that does not read what it has asked for does not get more of it', 'timeout'],
    ['nor does one that has hung up halfway', 'closed'],
  ])('%s', async (_what, code) => {
    let yielded = 0
    let isClosed = false
    const find: Handlers<string>['find'] = async function* () {
      try {
        for (; yielded < 1_000_000; yielded += 1) yield identifier('x'.repeat(10_000))
      } finally {
        isClosed = true
      }
    }
    const { port, reports, open } = await started(
      { idleMs: code === 'timeout' ? 1000 : 60_000 },
      { find },
    )
    const peer = await associated(port)
    peer.socket.pause()
    const command = { affectedClass: '1.2.840.10008.5.1.4.1.2.2.1', field: 0x20, messageId: 1 }
    peer.socket.write(
      Buffer.concat([commandUnit(5, command, true), dataUnit(5, 2, identifier(''))]),
    )
    await expectSoon(() => yielded).toBeGreaterThan(10)
    if (code === 'closed') peer.socket.end()
    await expectSoon(() => isClosed).toBe(true)
    expect(yielded).toBeLessThan(2000)
    expect(codes(reports)).toEqual([code])
    await expectSoon(open).toBe(0)
  })
})

describe('unusual, but answered', () => {
  test('requests that come before the last one is answered, in their order', async () => {
    const { port, stored } = await started()
    const peer = await associated(port)
    const objects = [1, 2, 3].flatMap((id) => [
      storeCommand(id),
      dataUnit(3, 2, Buffer.alloc(5000)),
    ])
    peer.socket.write(Buffer.concat([...objects, echoCommand(4), releaseRequest()]))
    await peer.closed
    expect(statusesOf(peer.received())).toEqual([0, 0, 0, 0])
    expect(stored.map(({ sopInstance }) => sopInstance)).toEqual(['1.2.3.1', '1.2.3.2', '1.2.3.3'])
    expect(typesOf(peer.received()).at(-1)).toBe(6)
  })

  test('services that nobody provides, and instances with a strange name', async () => {
    const { port, stored } = await started()
    const peer = await associated(port)
    const named = (affectedInstance: string) =>
      Buffer.concat([
        commandUnit(3, { field: 1, messageId: 2, affectedClass: '1.2', affectedInstance }, true),
        dataUnit(3, 2, Buffer.alloc(4)),
      ])
    peer.socket.write(commandUnit(1, { field: 0x0100, messageId: 1 }))
    peer.socket.write(named('../../etc/passwd'))
    peer.socket.write(named(''))
    await expectSoon(() => statusesOf(peer.received())).toEqual([0x0211, 0x0117, 0x0117])
    expect(stored).toEqual([])
  })

  test('any bytes, cut anywhere', async () => {
    const { port, stored } = await started()
    const peer = dial(port)
    const bytes = Buffer.concat([
      storeCommand(),
      dataUnit(3, 0, Buffer.alloc(30)),
      dataUnit(3, 2, Buffer.alloc(7)),
    ])
    peer.socket.write(requestUnit())
    await expectSoon(() => typesOf(peer.received())).toEqual([2])
    for (const byte of bytes) {
      peer.socket.write(Buffer.from([byte]))
      await wait(0)
    }
    await expectSoon(() => statusesOf(peer.received())).toEqual([0])
    expect(stored).toMatchObject([{ size: 37 }])
  })
})

describe('stopping', () => {
  test('lets those that are there come to an end, and nobody in', async () => {
    const acceptor = await testAcceptor()
    const peer = await associated(acceptor.port)
    const stopping = acceptor.stop(5000)
    const late = dial(acceptor.port)
    await late.closed
    expect(late.received()).toHaveLength(0)
    peer.socket.write(Buffer.concat([echoCommand(), releaseRequest()]))
    await stopping
    expect(statusesOf(peer.received())).toEqual([0])
  })

  test('does not wait for ever', async () => {
    const acceptor = await testAcceptor()
    const peer = await associated(acceptor.port)
    const began = performance.now()
    await acceptor.stop(200)
    expect(performance.now() - began).toBeLessThan(6000)
    await peer.closed
    expect(typesOf(peer.received())).toEqual([2, 7])
  })
})
