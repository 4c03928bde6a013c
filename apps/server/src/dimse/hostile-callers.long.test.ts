import { describe, expect, test, vi } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../testing/network/certificate.ts'
import type { Handlers } from './index.ts'
import {
  createAcceptorFixture,
  associate,
  getFaultCodes,
  expectSoon,
  readStatuses,
  readPduTypes,
} from './testing/acceptor-fixture.ts'
import {
  encodeCommandPdu,
  encodeDataPdu,
  encodeEchoCommand,
  encodeTestRequest,
  encodeStoreCommand,
} from './testing/test-pdus.ts'
import { connectRaw, startTestAcceptor } from './testing/test-acceptor.ts'
import { encodeAbort, encodeReleaseRequest } from './pdu.ts'

vi.setConfig({ testTimeout: 30_000 })

const { atEnd, start } = createAcceptorFixture()

/** An A-ASSOCIATE-RQ in which the length of one item is overwritten. */
function requestWithItem(at: number, length: number) {
  const bytes = encodeTestRequest()
  bytes.writeUInt16BE(length, at + 2)
  return bytes
}
const firstItem = 74
const headed = (type: number, length: number, ...body: readonly number[]) => {
  const head = Buffer.from([type, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 2)
  return Buffer.concat([head, Buffer.from(body)])
}

describe('before an association', () => {
  test.each([
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['zeros', Buffer.alloc(100)],
    ['an A-ASSOCIATE-RQ of 4 GB', headed(1, 0xffff_ffff)],
    ['a P-DATA-TF of 4 GB', headed(4, 0xffff_ffff)],
    ['an empty A-ASSOCIATE-RQ', headed(1, 0)],
    ['half an A-ASSOCIATE-RQ', headed(1, 67, ...Array<number>(67).fill(0))],
    ['an item that is too long', requestWithItem(firstItem, 0xffff)],
    ['an item that is too short', requestWithItem(firstItem, 3)],
    ['an empty item', requestWithItem(firstItem + 25, 0)],
    ['a P-DATA-TF', encodeEchoCommand()],
    ['an A-RELEASE-RQ', encodeReleaseRequest()],
    ['an A-ASSOCIATE-AC', Buffer.concat([Buffer.from([2]), encodeTestRequest().subarray(1)])],
  ])('a connection that starts with %s is aborted', async (_what, bytes) => {
    const { port, countOpen, reports } = await start()
    const peer = connectRaw(port)
    peer.socket.write(bytes)
    await peer.closed
    expect(readPduTypes(peer.received())).toEqual([7])
    expect(getFaultCodes(reports)).toEqual(['not-dicom'])
    await expectSoon(countOpen).toBe(0)
  })

  test('a connection that sends no complete A-ASSOCIATE-RQ in time is closed', async () => {
    const { port, countOpen } = await start({ requestMs: 400 })
    const silent = connectRaw(port)
    const slow = connectRaw(port)
    const bytes = encodeTestRequest()
    let at = 0
    const timer = setInterval(() => slow.socket.write(bytes.subarray(at, (at += 1))), 20)
    const began = performance.now()
    await Promise.all([silent.closed, slow.closed])
    clearInterval(timer)
    expect(performance.now() - began).toBeLessThan(6000)
    await expectSoon(countOpen).toBe(0)
  })

  test('a silent or unencrypted connection to the TLS port is closed', async ({ skip }) => {
    const certificate = await createSelfSignedCertificate('localhost')
    if (certificate === undefined) return skip(noOpenssl)
    atEnd(certificate.remove)
    const { key, cert } = certificate
    const limits = { requestMs: 400 }
    const acceptor = await startTestAcceptor({ tls: { key, cert }, limits })
    const [silent, plain] = [connectRaw(acceptor.port), connectRaw(acceptor.port)]
    plain.socket.write(encodeTestRequest())
    await Promise.all([silent.closed, plain.closed])
    await expectSoon(acceptor.countOpen).toBe(0)
    // Stopping does not wait for a TLS handshake either.
    const late = connectRaw(acceptor.port)
    await expectSoon(acceptor.countOpen).toBe(1)
    await acceptor.stop(0)
    await late.closed
  })

  test('an unknown protocol version or application context is rejected', async () => {
    const { port } = await start()
    const version = encodeTestRequest()
    version.writeUInt16BE(2, 6)
    const application = encodeTestRequest()
    application.write('9', firstItem + 4)
    for (const [bytes, answer] of [
      [version, [0, 1, 2, 2]],
      [application, [0, 1, 1, 2]],
    ] as const) {
      const peer = connectRaw(port)
      peer.socket.write(bytes)
      await peer.closed
      expect([...peer.received()]).toEqual([3, 0, 0, 0, 0, 4, ...answer])
    }
  })
})

describe('during an association', () => {
  test.each([
    ['garbage', Buffer.from('garbage')],
    ['a PDU that is too long', headed(4, 262_145)],
    ['an empty P-DATA-TF', headed(4, 0)],
    ['a PDV longer than its PDU', headed(4, 8, 0, 0, 1, 0, 3, 0, 0, 0)],
    ['a PDV of 4 GB', headed(4, 8, 0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0)],
    ['a PDV of negative length', headed(4, 8, 0, 0, 0, 1, 3, 0, 0, 0)],
    ['garbage after a PDV', headed(4, 9, 0, 0, 0, 2, 1, 1, 0, 0, 0)],
    ['a presentation context that was not accepted', encodeDataPdu(99, 3, Buffer.alloc(8))],
    ['a data set without a command set', encodeDataPdu(3, 2, Buffer.alloc(8))],
    [
      'an endless command set',
      Buffer.concat(Array<Buffer>(20).fill(encodeDataPdu(1, 1, Buffer.alloc(0)))),
    ],
    [
      'a command set that is too long',
      Buffer.concat(Array<Buffer>(9).fill(encodeDataPdu(1, 1, Buffer.alloc(2000)))),
    ],
    ['elements outside group 0000', encodeDataPdu(1, 3, Buffer.from([9, 9, 0, 0, 0, 0, 0, 0]))],
    ['a command set without a command field', encodeCommandPdu(1, { messageId: 1 })],
    [
      'an element longer than its command set',
      encodeDataPdu(1, 3, Buffer.from([0, 0, 2, 0, 9, 0, 0, 0])),
    ],
    [
      'a command set in the middle of a data set',
      Buffer.concat([encodeStoreCommand(), encodeEchoCommand()]),
    ],
    [
      'another presentation context in the middle of a message',
      Buffer.concat([encodeStoreCommand(), encodeDataPdu(1, 0, Buffer.alloc(9))]),
    ],
    [
      'an endless series of empty PDVs',
      Buffer.concat([
        encodeStoreCommand(),
        ...Array<Buffer>(20).fill(encodeDataPdu(3, 0, Buffer.alloc(0))),
      ]),
    ],
    ['an unsolicited response', encodeCommandPdu(1, { field: 0x8030, respondingTo: 1, status: 0 })],
    ['a second A-ASSOCIATE-RQ', encodeTestRequest()],
    [
      'two release requests',
      Buffer.concat([
        encodeStoreCommand(),
        encodeDataPdu(3, 2, Buffer.alloc(2)),
        encodeReleaseRequest(),
        encodeReleaseRequest(),
      ]),
    ],
  ])('an association is aborted on %s', async (_what, bytes) => {
    const { port, countOpen, reports } = await start()
    const peer = await associate(port)
    peer.socket.write(bytes)
    await peer.closed
    expect(readPduTypes(peer.received()).at(-1)).toBe(7)
    expect(getFaultCodes(reports)[0]).toBe('not-dicom')
    await expectSoon(countOpen).toBe(0)
  })

  test('an association is ended when the peer is silent or sends single bytes', async () => {
    const { port, countOpen, reports } = await start({ idleMs: 300 })
    const silent = await associate(port)
    const slow = await associate(port)
    slow.socket.write(Buffer.concat([encodeStoreCommand(), headed(4, 200_000, 0, 3, 13, 60, 3, 2)]))
    const timer = setInterval(() => slow.socket.write(Buffer.alloc(1)), 50)
    await Promise.all([silent.closed, slow.closed])
    clearInterval(timer)
    expect(getFaultCodes(reports)).toEqual(['timeout', 'timeout'])
    await expectSoon(countOpen).toBe(0)
  })

  test('an association is ended after its longest duration, even if it is busy', async () => {
    const { port, countOpen } = await start({ totalMs: 500 })
    const peer = await associate(port)
    const timer = setInterval(() => peer.socket.write(encodeEchoCommand()), 20)
    await peer.closed
    clearInterval(timer)
    expect(readStatuses(peer.received()).length).toBeGreaterThan(5)
    await expectSoon(countOpen).toBe(0)
  })

  test('an association is aborted on an object that exceeds the size limit', async () => {
    const { port, reports, stored } = await start({ objectBytes: 1_000_000 })
    const peer = await associate(port)
    peer.socket.write(encodeStoreCommand())
    const piece = encodeDataPdu(3, 0, Buffer.alloc(100_000))
    const timer = setInterval(() => peer.socket.write(piece), 5)
    await peer.closed
    clearInterval(timer)
    expect(getFaultCodes(reports)).toEqual(['not-dicom'])
    expect(stored).toEqual([])
  })
})

describe('during a C-STORE', () => {
  test.each([
    ['a reset', 'closed', (peer: ReturnType<typeof connectRaw>) => peer.socket.resetAndDestroy()],
    ['a lost connection', 'closed', (peer: ReturnType<typeof connectRaw>) => peer.socket.end()],
    [
      'an abort',
      'aborted',
      (peer: ReturnType<typeof connectRaw>) => peer.socket.write(encodeAbort(0, 0)),
    ],
  ])('%s during a C-STORE fails the data set and aborts the signal', async (_what, code, end) => {
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
    const { port, countOpen } = await start({}, { store })
    const peer = await associate(port)
    peer.socket.write(
      Buffer.concat([encodeStoreCommand(), encodeDataPdu(3, 0, Buffer.alloc(50_000))]),
    )
    await expectSoon(() => signals.length).toBe(1)
    end(peer)
    await expectSoon(() => getFaultCodes(faults)).toEqual([code])
    expect(signals[0]?.aborted).toBe(true)
    peer.socket.destroy()
    await expectSoon(countOpen).toBe(0)
    // Other callers are still served.
    expect((await associate(port)).received().length).toBeGreaterThan(0)
  })
})
