import { describe, expect, test, vi } from 'vitest'
import { noOpenssl, selfSigned } from '../testing/certificate.ts'
import type { Handlers } from './index.ts'
import { acceptors, associated, codes, expectSoon, statusesOf, typesOf } from './testing/callers.ts'
import { commandUnit, dataUnit, echoCommand, requestUnit, storeCommand } from './testing/script.ts'
import { dial, testAcceptor } from './testing/test-acceptor.ts'
import { abortUnit, releaseRequest } from './units.ts'

vi.setConfig({ testTimeout: 30_000 })

const { atEnd, started } = acceptors()

/** With an item whose length is changed by so much. */
function requestWithItem(at: number, length: number) {
  const bytes = requestUnit()
  bytes.writeUInt16BE(length, at + 2)
  return bytes
}
const firstItem = 74
const headed = (type: number, length: number, ...body: readonly number[]) => {
  const head = Buffer.from([type, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 2)
  return Buffer.concat([head, Buffer.from(body)])
}

describe('a stranger is hung up on who begins with', () => {
  test.each([
    ['the web', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['zeros', Buffer.alloc(100)],
    ['4 GB', headed(1, 0xffff_ffff)],
    ['4 GB of data', headed(4, 0xffff_ffff)],
    ['nothing in a request', headed(1, 0)],
    ['half a request', headed(1, 67, ...Array<number>(67).fill(0))],
    ['an item that is too long', requestWithItem(firstItem, 0xffff)],
    ['an item that is too short', requestWithItem(firstItem, 3)],
    ['an item of nothing', requestWithItem(firstItem + 25, 0)],
    ['data', echoCommand()],
    ['good-bye', releaseRequest()],
    ['an acceptance', Buffer.concat([Buffer.from([2]), requestUnit().subarray(1)])],
  ])('%s', async (_what, bytes) => {
    const { port, open, reports } = await started()
    const peer = dial(port)
    peer.socket.write(bytes)
    await peer.closed
    expect(typesOf(peer.received())).toEqual([7])
    expect(codes(reports)).toEqual(['not-dicom'])
    await expectSoon(open).toBe(0)
  })

  test('nothing, or one byte after the other', async () => {
    const { port, open } = await started({ requestMs: 400 })
    const silent = dial(port)
    const slow = dial(port)
    const bytes = requestUnit()
    let at = 0
    const timer = setInterval(() => slow.socket.write(bytes.subarray(at, (at += 1))), 20)
    const began = performance.now()
    await Promise.all([silent.closed, slow.closed])
    clearInterval(timer)
    expect(performance.now() - began).toBeLessThan(6000)
    await expectSoon(open).toBe(0)
  })

  test('nothing, or no TLS where there should be', async ({ skip }) => {
    const certificate = await selfSigned('localhost')
    if (certificate === undefined) return skip(noOpenssl)
    atEnd(certificate.remove)
    const { key, cert } = certificate
    const limits = { requestMs: 400 }
    const acceptor = await testAcceptor({ tls: { key, cert }, limits })
    const [silent, plain] = [dial(acceptor.port), dial(acceptor.port)]
    plain.socket.write(requestUnit())
    await Promise.all([silent.closed, plain.closed])
    await expectSoon(acceptor.open).toBe(0)
    // In the middle of the handshake there is nothing to wait for either.
    const late = dial(acceptor.port)
    await expectSoon(acceptor.open).toBe(1)
    await acceptor.stop(0)
    await late.closed
  })

  test('another version or another application is rejected', async () => {
    const { port } = await started()
    const version = requestUnit()
    version.writeUInt16BE(2, 6)
    const application = requestUnit()
    application.write('9', firstItem + 4)
    for (const [bytes, answer] of [
      [version, [0, 1, 2, 2]],
      [application, [0, 1, 1, 2]],
    ] as const) {
      const peer = dial(port)
      peer.socket.write(bytes)
      await peer.closed
      expect([...peer.received()]).toEqual([3, 0, 0, 0, 0, 4, ...answer])
    }
  })
})

describe('an association ends with', () => {
  test.each([
    ['garbage', Buffer.from('garbage')],
    ['a unit that is too long', headed(4, 262_145)],
    ['a unit without data', headed(4, 0)],
    ['a fragment longer than its unit', headed(4, 8, 0, 0, 1, 0, 3, 0, 0, 0)],
    ['a fragment of 4 GB', headed(4, 8, 0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0)],
    ['a fragment of less than nothing', headed(4, 8, 0, 0, 0, 1, 3, 0, 0, 0)],
    ['rubbish behind a fragment', headed(4, 9, 0, 0, 0, 2, 1, 1, 0, 0, 0)],
    ['a context that was not agreed on', dataUnit(99, 3, Buffer.alloc(8))],
    ['data without a command', dataUnit(3, 2, Buffer.alloc(8))],
    [
      'a command without end',
      Buffer.concat(Array<Buffer>(20).fill(dataUnit(1, 1, Buffer.alloc(0)))),
    ],
    ['a long command', Buffer.concat(Array<Buffer>(9).fill(dataUnit(1, 1, Buffer.alloc(2000))))],
    ['a command that is none', dataUnit(1, 3, Buffer.from([9, 9, 0, 0, 0, 0, 0, 0]))],
    ['a command that says nothing', commandUnit(1, { messageId: 1 })],
    ['an element longer than its command', dataUnit(1, 3, Buffer.from([0, 0, 2, 0, 9, 0, 0, 0]))],
    ['a command in the middle of data', Buffer.concat([storeCommand(), echoCommand()])],
    [
      'another context in the middle',
      Buffer.concat([storeCommand(), dataUnit(1, 0, Buffer.alloc(9))]),
    ],
    [
      'data without end',
      Buffer.concat([storeCommand(), ...Array<Buffer>(20).fill(dataUnit(3, 0, Buffer.alloc(0)))]),
    ],
    ['an answer to nothing', commandUnit(1, { field: 0x8030, respondingTo: 1, status: 0 })],
    ['a second request', requestUnit()],
    [
      'many good-byes',
      Buffer.concat([
        storeCommand(),
        dataUnit(3, 2, Buffer.alloc(2)),
        releaseRequest(),
        releaseRequest(),
      ]),
    ],
  ])('%s', async (_what, bytes) => {
    const { port, open, reports } = await started()
    const peer = await associated(port)
    peer.socket.write(bytes)
    await peer.closed
    expect(typesOf(peer.received()).at(-1)).toBe(7)
    expect(codes(reports)[0]).toBe('not-dicom')
    await expectSoon(open).toBe(0)
  })

  test('silence, and with a byte now and then', async () => {
    const { port, open, reports } = await started({ idleMs: 300 })
    const silent = await associated(port)
    const slow = await associated(port)
    slow.socket.write(Buffer.concat([storeCommand(), headed(4, 200_000, 0, 3, 13, 60, 3, 2)]))
    const timer = setInterval(() => slow.socket.write(Buffer.alloc(1)), 50)
    await Promise.all([silent.closed, slow.closed])
    clearInterval(timer)
    expect(codes(reports)).toEqual(['timeout', 'timeout'])
    await expectSoon(open).toBe(0)
  })

  test('more time than there is, however busy it looks', async () => {
    const { port, open } = await started({ totalMs: 500 })
    const peer = await associated(port)
    const timer = setInterval(() => peer.socket.write(echoCommand()), 20)
    await peer.closed
    clearInterval(timer)
    expect(statusesOf(peer.received()).length).toBeGreaterThan(5)
    await expectSoon(open).toBe(0)
  })

  test('an object that has no end', async () => {
    const { port, reports, stored } = await started({ objectBytes: 1_000_000 })
    const peer = await associated(port)
    peer.socket.write(storeCommand())
    const piece = dataUnit(3, 0, Buffer.alloc(100_000))
    const timer = setInterval(() => peer.socket.write(piece), 5)
    await peer.closed
    clearInterval(timer)
    expect(codes(reports)).toEqual(['not-dicom'])
    expect(stored).toEqual([])
  })
})

describe('in the middle of an object', () => {
  test.each([
    ['a reset', 'closed', (peer: ReturnType<typeof dial>) => peer.socket.resetAndDestroy()],
    ['a lost connection', 'closed', (peer: ReturnType<typeof dial>) => peer.socket.end()],
    ['an abort', 'aborted', (peer: ReturnType<typeof dial>) => peer.socket.write(abortUnit(0, 0))],
  ])('%s reaches the handler, which has received nothing whole', async (_what, code, end) => {
    const faults: unknown[] = []
    const signals: AbortSignal[] = []
    const store: Handlers<string>['store'] = async ({ dataset, signal }) => {
      signals.push(signal)
      try {
        for await (const bytes of dataset) expect(bytes.length).toBeGreaterThan(0)
      } catch (error) {
        faults.push(error)
        throw error
      }
      return { status: 0 }
    }
    const { port, open } = await started({}, { store })
    const peer = await associated(port)
    peer.socket.write(Buffer.concat([storeCommand(), dataUnit(3, 0, Buffer.alloc(50_000))]))
    await expectSoon(() => signals.length).toBe(1)
    end(peer)
    await expectSoon(() => codes(faults)).toEqual([code])
    expect(signals[0]?.aborted).toBe(true)
    peer.socket.destroy()
    await expectSoon(open).toBe(0)
    // The others have noticed nothing.
    expect((await associated(port)).received().length).toBeGreaterThan(0)
  })
})
