import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { peer } from '../testing/peers.ts'
import { encodeAccept } from './associate.ts'
import { DimseFault, isPending, isWarning, openAssociation, statuses, uids } from './index.ts'
import type { Handlers, OpenOptions } from './index.ts'
import { identifier, testObject } from './testing/objects.ts'
import { commandUnit, dataUnit, secondaryCapture } from './testing/script.ts'
import { testAcceptor } from './testing/test-acceptor.ts'
import { abortUnit, releaseReply, unit } from './units.ts'

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
async function opened(port: number, limits: OpenOptions['limits'] = {}) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const options = { calling: 'TALUS', called: 'PACS', contexts, limits }
  return openAssociation(socket, options)
}
const calling = async (handlers: Handlers<string>, limits: OpenOptions['limits'] = {}) => {
  const acceptor = await testAcceptor({ handlers })
  closing.push(() => acceptor.stop(0))
  return { ...acceptor, association: await opened(acceptor.port, limits) }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof DimseFault ? error.code : error),
  )
const outgoing = ({ dataset, ...object }: ReturnType<typeof testObject>) => ({
  ...object,
  open: () => [dataset],
})
const small = outgoing(testObject({ sopInstance: '1.2.3.4', rows: 1 }))

describe('our own acceptor', () => {
  test('takes a thousand small objects one after the other, quickly', async () => {
    const { association, stored, reports, open } = await calling({})
    const began = performance.now()
    await Promise.all(Array.from({ length: 1000 }, () => association.store(small)))
    // With delayed acknowledgements it would take 40 seconds.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await association.echo()).toEqual({ status: 0 })
    await association.release()
    expect(stored).toHaveLength(1000)
    expect(reports).toEqual([])
    await expectSoon(open).toBe(0)
  })

  test('is told who has asked for the objects', async () => {
    const seen: unknown[] = []
    const { association } = await calling({
      store: ({ moveOriginator, moveOriginatorId }) => {
        seen.push([moveOriginator, moveOriginatorId])
        return { status: statuses.success }
      },
    })
    await association.store({ ...small, moveOriginator: { title: 'VIEWER', messageId: 9 } })
    await association.release()
    expect(seen).toEqual([['VIEWER', 9]])
  })

  test('does not make us keep what it is slow to take', async () => {
    let take: () => void = () => undefined
    const held = new Promise<void>((resolve) => (take = resolve))
    let produced = 0
    const { association } = await calling({
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
  ])('answers with %i, which is done: %s, and the association goes on', async (status, isDone) => {
    const { association } = await calling({ store: () => ({ status, comment: 'why\\so' }) })
    const answer = await association.store(small).catch((error: unknown) => error)
    if (isDone) expect(answer).toEqual({ status, comment: 'why?so' })
    else expect(answer).toMatchObject({ code: 'failure-status', status, comment: 'why?so' })
    expect(isWarning(status)).toBe(isDone && status !== 0)
    expect(await association.echo()).toEqual({ status: 0 })
    await association.release()
  })

  test('finds, and is heard when somebody has seen enough', async () => {
    let isCancelled = false
    const { association, reports } = await calling({
      find: async function* ({ identifier: asked, signal }) {
        for (let count = 0; count < 10_000 && !signal.aborted; count += 1) {
          yield asked
          await new Promise((resolve) => setImmediate(resolve))
        }
        isCancelled = signal.aborted
      },
    })
    const found: Buffer[] = []
    const asked = identifier('P-1')
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

  test('is told when our file is not to be read to its end', async () => {
    const { association, stored } = await calling({})
    async function* broken() {
      yield Buffer.alloc(300_000)
      throw new Error('the disk is broken')
    }
    await expect(association.store({ ...small, open: broken })).rejects.toThrow(
      'the disk is broken',
    )
    expect(await codeOf(association.echo())).toBe('closed')
    expect(stored).toEqual([])
  })

  test('is not asked any more once we have given up', async () => {
    const { association, open } = await calling({})
    association.abort()
    expect(await codeOf(association.echo())).toBe('aborted')
    await association.release()
    await expectSoon(open).toBe(0)
  })
})

/** Accepts all three contexts, with the longest unit that it says it takes. */
function accepted(dataMax = 16_384): Buffer {
  const answered = [1, 3, 5].map((id) => ({
    id,
    result: 0,
    transferSyntax: uids.explicitLittleEndian,
  }))
  const bytes = encodeAccept({ calling: 'A', called: 'B', contexts: answered, roles: new Map() })
  bytes.writeUInt32BE(dataMax, bytes.indexOf(Buffer.from([0x51, 0, 0, 4])) + 4)
  return bytes
}
const stored = (status: number) =>
  commandUnit(3, { field: 0x8001, respondingTo: 1, status, affectedInstance: '1.2.3.4' })

/** A peer that does this with the first thing that it hears, this with the second... */
async function scripted(...steps: readonly ((socket: Socket) => unknown)[]) {
  const started = await peer((socket) => {
    const left = [...steps]
    socket.on('data', () => left.shift()?.(socket))
  })
  closing.push(started.close)
  return started
}
const say =
  (...parts: readonly Buffer[]) =>
  (socket: Socket) =>
    socket.write(Buffer.concat(parts))

describe('a peer that', () => {
  test.each([
    ['is silent', [], 'timeout'],
    ['hangs up', [(socket: Socket) => socket.end()], 'closed'],
    ['resets', [(socket: Socket) => socket.resetAndDestroy()], 'closed'],
    ['aborts', [say(abortUnit(0, 0))], 'aborted'],
    ['talks of something else', [say(Buffer.from('220 mail'))], 'not-dicom'],
    ['announces 4 GB', [say(Buffer.from([2, 0, 255, 255, 255, 255]))], 'not-dicom'],
    ['rejects', [say(Buffer.from([3, 0, 0, 0, 0, 4, 0, 2, 3, 1]))], 'rejected'],
    ['begins with data', [say(stored(0))], 'not-dicom'],
    ['accepts with rubbish', [say(unit(2, Buffer.alloc(70, 0xff)))], 'not-dicom'],
  ] as const)('%s gives no association', async (_what, steps, code) => {
    const { port, open } = await scripted(...steps)
    expect(await codeOf(opened(port, { associateMs: 300 }))).toBe(code)
    await expectSoon(open).toBe(0)
  })

  test.each([
    ['answers', [say(stored(0))], 'success'],
    ['is silent then', [() => undefined], 'timeout'],
    ['says good-bye unasked', [say(releaseReply())], 'not-dicom'],
    ['hangs up then', [(socket: Socket) => socket.end()], 'closed'],
    ['resets then', [(socket: Socket) => socket.resetAndDestroy()], 'closed'],
    ['aborts then', [say(abortUnit(2, 0))], 'aborted'],
    ['wants to end', [say(unit(5, Buffer.alloc(4)))], 'aborted'],
    ['answers something else', [say(commandUnit(1, { field: 0x8030, status: 0 }))], 'not-dicom'],
    [
      'answers another question',
      [say(commandUnit(3, { field: 0x8001, respondingTo: 9 }))],
      'not-dicom',
    ],
    [
      'answers without a status',
      [say(commandUnit(3, { field: 0x8001, respondingTo: 1 }))],
      'not-dicom',
    ],
    ['asks us', [say(commandUnit(1, { field: 0x30, messageId: 1 }))], 'not-dicom'],
    [
      'answers in a context of its own',
      [say(commandUnit(9, { field: 0x8001, status: 0 }))],
      'not-dicom',
    ],
    ['answers half', [say(stored(0).subarray(0, 30))], 'timeout'],
    ['fails', [say(stored(0xa700))], 'failure-status'],
  ] as const)('%s after an object', async (_what, steps, code) => {
    const { port, open } = await scripted(say(accepted()), ...steps, say(releaseReply()))
    const association = await opened(port, { responseMs: 300, idleMs: 300, releaseMs: 300 })
    expect(await codeOf(association.store(small))).toBe(code)
    await association.release()
    await expectSoon(open).toBe(0)
  })

  test('answers before it has heard all has answered', async () => {
    const { port } = await scripted(say(accepted()), say(stored(0)))
    const association = await opened(port, { releaseMs: 100 })
    const large = { ...small, open: () => Array<Buffer>(200).fill(Buffer.alloc(100_000)) }
    expect(await association.store(large)).toEqual({ status: 0 })
    await association.release()
  })

  test('takes units of a few bytes only is not sent anything', async () => {
    const { port } = await scripted(say(accepted(7)))
    const association = await opened(port)
    expect(await codeOf(association.store(small))).toBe('not-dicom')
  })

  test('stops taking in the middle is not waited for', async () => {
    const { port } = await scripted(say(accepted()), (socket) => socket.pause())
    const association = await opened(port, { idleMs: 400 })
    const began = performance.now()
    const large = { ...small, open: () => Array<Buffer>(200).fill(Buffer.alloc(100_000)) }
    expect(await codeOf(association.store(large))).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(8000)
  })

  test('finds without end does not fill our memory', async () => {
    const pending = { field: 0x8020, respondingTo: 1, status: 0xff00 }
    const one = Buffer.concat([
      commandUnit(5, pending, true),
      dataUnit(5, 2, identifier('x'.repeat(5000))),
    ])
    const { port } = await scripted(say(accepted()), (socket) => {
      const go = () => {
        while (socket.write(one));
        socket.once('drain', go)
      }
      go()
    })
    const association = await opened(port)
    const before = process.memoryUsage().arrayBuffers
    const found = association.find(uids.studyRootFind, identifier(''))[Symbol.asyncIterator]()
    expect((await found.next()).value).toHaveLength(5008)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
    association.abort()
    expect(await codeOf(drain(found))).toBe('aborted')
  })

  async function drain(found: AsyncIterator<Buffer>) {
    while (!(await found.next()).done);
  }
})
