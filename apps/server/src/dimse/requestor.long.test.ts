import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTcpPeer } from '../testing/network/tcp-peer.ts'
import { encodeAssociateAccept } from './associate-pdu.ts'
import { DimseFault, isPending, isWarning, openAssociation, statuses, uids } from './index.ts'
import type { Handlers, OpenOptions } from './index.ts'
import { encodeIdentifier, createTestObject } from './testing/test-objects.ts'
import { encodeCommandPdu, encodeDataPdu, secondaryCapture } from './testing/test-pdus.ts'
import { startTestAcceptor } from './testing/test-acceptor.ts'
import { encodeAbort, encodeReleaseResponse, encodePdu } from './pdu.ts'

vi.setConfig({ testTimeout: 30_000 })

function expectSoon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5, timeout: 8000 })
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const contexts = [uids.verification, secondaryCapture, uids.studyRootFind].map(
  (abstractSyntax) => ({ abstractSyntax, transferSyntaxes: [uids.explicitLittleEndian] }),
)
async function openTestAssociation(port: number, limits: OpenOptions['limits'] = {}) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const options = { calling: 'TALUS', called: 'PACS', contexts, limits }
  return openAssociation(socket, options)
}
const callAcceptor = async (handlers: Handlers<string>, limits: OpenOptions['limits'] = {}) => {
  const acceptor = await startTestAcceptor({ handlers })
  closing.push(() => acceptor.stop(0))
  return { ...acceptor, association: await openTestAssociation(acceptor.port, limits) }
}
const getCode = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof DimseFault ? error.code : error),
  )
const toOutgoing = ({ dataset, ...object }: ReturnType<typeof createTestObject>) => ({
  ...object,
  open: () => [dataset],
})
const small = toOutgoing(createTestObject({ sopInstance: '1.2.3.4', rows: 1 }))

describe('with our own acceptor', () => {
  test('a thousand small objects are stored quickly over one association', async () => {
    const { association, stored, reports, countOpen } = await callAcceptor({})
    const began = performance.now()
    await Promise.all(Array.from({ length: 1000 }, () => association.store(small)))
    // Delayed acknowledgements would make it 40 seconds.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await association.echo()).toEqual({ status: 0 })
    await association.release()
    expect(stored).toHaveLength(1000)
    expect(reports).toEqual([])
    await expectSoon(countOpen).toBe(0)
  })

  test('a C-STORE names the move originator', async () => {
    const seen: unknown[] = []
    const { association } = await callAcceptor({
      store: ({ moveOriginator, moveOriginatorId }) => {
        seen.push([moveOriginator, moveOriginatorId])
        return { status: statuses.success }
      },
    })
    await association.store({ ...small, moveOriginator: { title: 'VIEWER', messageId: 9 } })
    await association.release()
    expect(seen).toEqual([['VIEWER', 9]])
  })

  test('a slow acceptor applies back-pressure to the sender', async () => {
    let take: () => void = () => undefined
    const held = new Promise<void>((resolve) => (take = resolve))
    let produced = 0
    const { association } = await callAcceptor({
      store: async ({ dataset }) => {
        await held
        await dataset.discard()
        return { status: 0 }
      },
    })
    const piece = Buffer.alloc(100_000)
    async function* pieces() {
      for (; produced < 1000; produced += 1) yield piece
    }
    const storing = association.store({ ...small, open: pieces })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(produced * piece.length).toBeLessThan(20_000_000)
    take()
    expect(await storing).toEqual({ status: 0 })
    expect(produced).toBe(1000)
  })

  test.each([
    [statuses.success, true],
    [0xb000, true],
    [0xb007, true],
    [statuses.outOfResources, false],
    [0xa900, false],
    [0xc000, false],
    [statuses.duplicateInstance, false],
  ])(
    'a C-STORE with status %i succeeds: %s, and the association goes on',
    async (status, isDone) => {
      const { association } = await callAcceptor({ store: () => ({ status, comment: 'why\\so' }) })
      const answer = await association.store(small).catch((error: unknown) => error)
      if (isDone) expect(answer).toEqual({ status, comment: 'why?so' })
      else expect(answer).toMatchObject({ code: 'failure-status', status, comment: 'why?so' })
      expect(isWarning(status)).toBe(isDone && status !== 0)
      expect(await association.echo()).toEqual({ status: 0 })
      await association.release()
    },
  )

  test('a C-FIND is cancelled by leaving the loop and by the signal', async () => {
    let isCancelled = false
    const { association, reports } = await callAcceptor({
      find: async function* ({ identifier: asked, signal }) {
        for (let count = 0; count < 10_000 && !signal.aborted; count += 1) {
          yield asked
          await new Promise((resolve) => setImmediate(resolve))
        }
        isCancelled = signal.aborted
      },
    })
    const found: Buffer[] = []
    const asked = encodeIdentifier('P-1')
    for await (const one of association.find(uids.studyRootFind, asked)) {
      found.push(one)
      if (found.length === 3) break
    }
    expect(found).toEqual([asked, asked, asked])
    expect(isCancelled).toBe(true)
    const enough = new AbortController()
    let count = 0
    for await (const one of association.find(uids.studyRootFind, asked, enough.signal)) {
      count += one.length > 0 ? 1 : 0
      if (count === 3) enough.abort()
    }
    expect(count).toBeLessThan(10_000)
    expect(await association.echo()).toEqual({ status: 0 })
    await association.release()
    expect(reports).toEqual([])
    expect(isPending(statuses.pending)).toBe(true)
  })

  test('a file that cannot be read to its end aborts the association', async () => {
    const { association, stored } = await callAcceptor({})
    async function* broken() {
      yield Buffer.alloc(300_000)
      throw new Error('the disk is broken')
    }
    await expect(association.store({ ...small, open: broken })).rejects.toThrow(
      'the disk is broken',
    )
    expect(await getCode(association.echo())).toBe('closed')
    expect(stored).toEqual([])
  })

  test('an aborted association sends no further requests', async () => {
    const { association, countOpen } = await callAcceptor({})
    association.abort()
    expect(await getCode(association.echo())).toBe('aborted')
    await association.release()
    await expectSoon(countOpen).toBe(0)
  })
})

/** An A-ASSOCIATE-AC that accepts all three contexts, with this maximum length. */
function encodeAccepted(dataMax = 16_384): Buffer {
  const answered = [1, 3, 5].map((id) => ({
    id,
    result: 0,
    transferSyntax: uids.explicitLittleEndian,
  }))
  const bytes = encodeAssociateAccept({
    calling: 'A',
    called: 'B',
    contexts: answered,
    roles: new Map(),
  })
  bytes.writeUInt32BE(dataMax, bytes.indexOf(Buffer.from([0x51, 0, 0, 4])) + 4)
  return bytes
}
const encodeStored = (status: number) =>
  encodeCommandPdu(3, { field: 0x8001, respondingTo: 1, status, affectedInstance: '1.2.3.4' })

/** A peer that runs the first step at the first data it receives, the second at the next, ... */
async function startScriptedPeer(...steps: readonly ((socket: Socket) => unknown)[]) {
  const started = await startTcpPeer((socket) => {
    const left = [...steps]
    socket.on('data', () => left.shift()?.(socket))
  })
  closing.push(started.close)
  return started
}
const sendBytes =
  (...parts: readonly Buffer[]) =>
  (socket: Socket) =>
    socket.write(Buffer.concat(parts))

describe('with a faulty peer', () => {
  test.each([
    ['is silent', [], 'timeout'],
    ['hangs up', [(socket: Socket) => socket.end()], 'closed'],
    ['resets', [(socket: Socket) => socket.resetAndDestroy()], 'closed'],
    ['aborts', [sendBytes(encodeAbort(0, 0))], 'aborted'],
    ['speaks another protocol', [sendBytes(Buffer.from('220 mail'))], 'not-dicom'],
    ['announces a PDU of 4 GB', [sendBytes(Buffer.from([2, 0, 255, 255, 255, 255]))], 'not-dicom'],
    ['rejects', [sendBytes(Buffer.from([3, 0, 0, 0, 0, 4, 0, 2, 3, 1]))], 'rejected'],
    ['starts with a P-DATA-TF', [sendBytes(encodeStored(0))], 'not-dicom'],
    [
      'sends a malformed A-ASSOCIATE-AC',
      [sendBytes(encodePdu(2, Buffer.alloc(70, 0xff)))],
      'not-dicom',
    ],
  ] as const)('no association opens with a peer that %s', async (_what, steps, code) => {
    const { port, open } = await startScriptedPeer(...steps)
    expect(await getCode(openTestAssociation(port, { associateMs: 300 }))).toBe(code)
    await expectSoon(open).toBe(0)
  })

  test.each([
    ['responds', [sendBytes(encodeStored(0))], 'success'],
    ['is silent', [() => undefined], 'timeout'],
    ['sends an unsolicited A-RELEASE-RP', [sendBytes(encodeReleaseResponse())], 'not-dicom'],
    ['closes the connection', [(socket: Socket) => socket.end()], 'closed'],
    ['resets the connection', [(socket: Socket) => socket.resetAndDestroy()], 'closed'],
    ['aborts', [sendBytes(encodeAbort(2, 0))], 'aborted'],
    ['requests a release', [sendBytes(encodePdu(5, Buffer.alloc(4)))], 'aborted'],
    [
      'responds to another command',
      [sendBytes(encodeCommandPdu(1, { field: 0x8030, status: 0 }))],
      'not-dicom',
    ],
    [
      'responds to another message ID',
      [sendBytes(encodeCommandPdu(3, { field: 0x8001, respondingTo: 9 }))],
      'not-dicom',
    ],
    [
      'responds without a status',
      [sendBytes(encodeCommandPdu(3, { field: 0x8001, respondingTo: 1 }))],
      'not-dicom',
    ],
    [
      'sends a request',
      [sendBytes(encodeCommandPdu(1, { field: 0x30, messageId: 1 }))],
      'not-dicom',
    ],
    [
      'responds in an unknown presentation context',
      [sendBytes(encodeCommandPdu(9, { field: 0x8001, status: 0 }))],
      'not-dicom',
    ],
    ['sends half a response', [sendBytes(encodeStored(0).subarray(0, 30))], 'timeout'],
    ['responds with a failure', [sendBytes(encodeStored(0xa700))], 'failure-status'],
  ] as const)('a C-STORE yields the right code if the peer then %s', async (_what, steps, code) => {
    const { port, open } = await startScriptedPeer(
      sendBytes(encodeAccepted()),
      ...steps,
      sendBytes(encodeReleaseResponse()),
    )
    const association = await openTestAssociation(port, {
      responseMs: 300,
      idleMs: 300,
      releaseMs: 300,
    })
    expect(await getCode(association.store(small))).toBe(code)
    await association.release()
    await expectSoon(open).toBe(0)
  })

  test('a C-STORE response that comes before the end of the object counts', async () => {
    const { port } = await startScriptedPeer(
      sendBytes(encodeAccepted()),
      sendBytes(encodeStored(0)),
    )
    const association = await openTestAssociation(port, { releaseMs: 100 })
    const large = { ...small, open: () => Array<Buffer>(200).fill(Buffer.alloc(100_000)) }
    expect(await association.store(large)).toEqual({ status: 0 })
    await association.release()
  })

  test('a peer with a maximum PDU length of a few bytes is not sent anything', async () => {
    const { port } = await startScriptedPeer(sendBytes(encodeAccepted(7)))
    const association = await openTestAssociation(port)
    expect(await getCode(association.store(small))).toBe('not-dicom')
  })

  test('a peer that stops reading in the middle of an object times out', async () => {
    const { port } = await startScriptedPeer(sendBytes(encodeAccepted()), (socket) =>
      socket.pause(),
    )
    const association = await openTestAssociation(port, { idleMs: 400 })
    const began = performance.now()
    const large = { ...small, open: () => Array<Buffer>(200).fill(Buffer.alloc(100_000)) }
    expect(await getCode(association.store(large))).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(8000)
  })

  test('endless C-FIND responses do not fill the memory', async () => {
    const pending = { field: 0x8020, respondingTo: 1, status: 0xff00 }
    const one = Buffer.concat([
      encodeCommandPdu(5, pending, true),
      encodeDataPdu(5, 2, encodeIdentifier('x'.repeat(5000))),
    ])
    const { port } = await startScriptedPeer(sendBytes(encodeAccepted()), (socket) => {
      const go = () => {
        while (socket.write(one));
        socket.once('drain', go)
      }
      go()
    })
    const association = await openTestAssociation(port)
    const before = process.memoryUsage().arrayBuffers
    const found = association.find(uids.studyRootFind, encodeIdentifier(''))[Symbol.asyncIterator]()
    expect((await found.next()).value).toHaveLength(5008)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
    association.abort()
    expect(await getCode(drain(found))).toBe('aborted')
  })

  async function drain(found: AsyncIterator<Buffer>) {
    while (!(await found.next()).done);
  }
})
