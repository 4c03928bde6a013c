import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import dimse from 'dcmjs-dimse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionTests } from '../../testing/connection-tests.ts'
import type { Form } from '../../testing/connection-tests.ts'
import { freePort, peer, portOf } from '../../testing/peers.ts'
import type { Peer } from '../../testing/peers.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

dimse.log.disableAll()

const { tryIt, codeOf, atEnd, closedAfterwards } = connectionTests()

/** Byte strings of a peer. */
const pdu = (type: number, ...body: readonly number[]) =>
  Buffer.from([type, 0, 0, 0, body.length >> 8, body.length & 0xff, ...body])
const accepted = (result = 0) =>
  pdu(2, ...Array<number>(68).fill(0), 0x21, 0, 0, 4, 1, 0, result, 0)
const uint16 = (element: readonly [number, number], value: number) => {
  const [low, high] = element
  return [0, 0, low, high, 2, 0, 0, 0, value & 0xff, value >> 8]
}
const answered = (status: number, command = 0x8030) => {
  const values = [...uint16([0, 1], command), ...uint16([0, 9], status)]
  return [1, 0b11, ...values]
}
const data = (pdv: readonly number[]) => pdu(4, 0, 0, 0, pdv.length, ...pdv)
const rejected = (result: number, source: number, reason: number) =>
  pdu(3, 0, result, source, reason)
/** Answers what it is sent, in turn, with these. */
const answering =
  (...answers: readonly (Buffer | 'close' | 'reset')[]) =>
  (socket: Socket) => {
    const left = [...answers]
    socket.on('data', () => {
      const next = left.shift()
      if (next === 'close') socket.end()
      else if (next === 'reset') socket.resetAndDestroy()
      else if (next) socket.write(next)
    })
  }

describe('the verdict on a peer that', () => {
  test.each([
    ['answers', [accepted(), data(answered(0)), pdu(6, 0, 0, 0, 0)], undefined],
    ['does not say good-bye', [accepted(), data(answered(0))], undefined],
    ['does not support the service', [accepted(3)], 'dicom/no-verification'],
    [
      'does not mention the service',
      [pdu(2, ...Array<number>(68).fill(0))],
      'dicom/no-verification',
    ],
    ['answers with a failure', [accepted(), data(answered(0x0122))], 'dicom/echo-failed'],
    ['answers something else', [accepted(), data(answered(0, 0x8001))], 'dicom/not-dicom'],
    [
      'sends a broken command',
      [accepted(), data([1, 3, 0, 0, 0, 9, 255, 0, 0, 0])],
      'dicom/not-dicom',
    ],
    [
      'never comes to the end',
      [accepted(), Buffer.concat(Array<Buffer>(100).fill(data([1, 0b01])))],
      'dicom/not-dicom',
    ],
    ['breaks off', [pdu(7, 0, 0, 2, 0)], 'dicom/aborted'],
    ['breaks off later', [accepted(), pdu(7, 0, 0, 0, 0)], 'dicom/aborted'],
    ['asks for the end', [accepted(), pdu(5, 0, 0, 0, 0)], 'dicom/aborted'],
    ['closes at once', ['close'], 'connection/closed'],
    ['resets the line', ['reset'], 'connection/closed'],
    ['closes in the middle', [accepted(), 'close'], 'connection/closed'],
    ['talks HTTP', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')], 'dicom/not-dicom'],
    ['awaits TLS', [Buffer.from([0x15, 3, 3, 0, 2, 2, 10])], 'dicom/expects-tls'],
    ['announces 4 GB', [Buffer.from([2, 0, 255, 255, 255, 255, 0, 0])], 'dicom/not-dicom'],
    ['sends an empty acceptance', [pdu(2)], 'dicom/not-dicom'],
    ['sends an empty rejection', [pdu(3)], 'dicom/not-dicom'],
    ['gives no reason', [rejected(1, 2, 1)], 'dicom/rejected'],
    ['knows other contexts', [rejected(1, 1, 2)], 'dicom/rejected-application-context'],
    ['knows other protocols', [rejected(1, 2, 2)], 'dicom/rejected-protocol-version'],
    ['is busy', [rejected(2, 3, 1)], 'dicom/rejected-congestion'],
    ['is full', [rejected(2, 3, 2)], 'dicom/rejected-limit'],
    ['rejects for a new reason', [rejected(1, 1, 99)], 'dicom/rejected-otherwise'],
  ] as const)('%s', async (_what, answers, code) => {
    const { port, open } = await closedAfterwards(peer(answering(...answers)))
    const { status, error } = await tryIt({ port })
    expect([status, error?.code]).toEqual(code === undefined ? [204, undefined] : [424, code])
    if (code !== undefined)
      expect(error.message).toMatch(new RegExp(`127\\.0\\.0\\.1.*${port}`, 'u'))
    await expect.poll(open).toBe(0)
  })

  test('answers in pieces is none of its pieces', async () => {
    const whole = Buffer.concat([accepted(), data(answered(0))])
    const { port } = await closedAfterwards(
      peer((socket) => {
        socket.once('data', () => {
          for (const [at, byte] of whole.entries())
            setTimeout(() => socket.write(Buffer.from([byte])), at * 2)
        })
      }),
    )
    expect((await tryIt({ port })).status).toBe(204)
  })

  test('names the status and the numbers it was given', async () => {
    const failing = await closedAfterwards(peer(answering(accepted(), data(answered(0x0122)))))
    expect((await tryIt({ port: failing.port })).error.message).toContain('0x0122')
    const odd = await closedAfterwards(peer(answering(rejected(1, 1, 99))))
    expect((await tryIt({ port: odd.port })).error.message).toContain(
      '(result 1, source 1, reason 99)',
    )
  })

  test('is a web server', async () => {
    const web = createHttpServer().listen(0, '127.0.0.1')
    await once(web, 'listening')
    atEnd(() => new Promise((resolve) => web.close(resolve)))
    expect(await codeOf({ port: portOf(web) })).toBe('dicom/not-dicom')
  })

  test('is not there', async () => {
    const port = await freePort()
    expect((await tryIt({ port })).error).toEqual({
      code: 'connection/refused',
      message: `127.0.0.1 refused the connection on port ${port}. Check the port, and that the program there is running.`,
    })
    expect(await codeOf({ host: 'no-such-host.invalid' })).toBe('connection/unknown-host')
    // There is no way to all machines at once.
    expect(await codeOf({ host: '224.0.0.1' })).toBe('connection/unreachable')
  })

  test('is of another make, and reads what we say', async () => {
    const { RejectReason, RejectResult, RejectSource, Status } = dimse.constants
    class Archive extends dimse.Scp {
      override associationRequested(association: dimse.association.Association) {
        const isKnown = association.getCallingAeTitle() === 'TALUS'
        for (const { context } of association.getPresentationContexts())
          context.setResult(dimse.constants.PresentationContextResult.Accept)
        if (isKnown) this.sendAssociationAccept()
        else
          this.sendAssociationReject(
            RejectResult.Permanent,
            RejectSource.ServiceUser,
            RejectReason.CallingAeNotRecognized,
          )
      }
      override cEchoRequest(
        request: dimse.requests.CEchoRequest,
        answer: (response: dimse.responses.CEchoResponse) => void,
      ) {
        const response = dimse.responses.CEchoResponse.fromRequest(request)
        response.setStatus(Status.Success)
        answer(response)
      }
      override associationReleaseRequested() {
        this.sendAssociationReleaseResponse()
      }
    }
    const { port, open } = await closedAfterwards(peer((socket) => void new Archive(socket, {})))
    expect((await tryIt({ port })).status).toBe(204)
    expect(await tryIt({ port, description: 'STRANGER' })).toMatchObject({
      status: 424,
      error: {
        code: 'dicom/rejected-calling-title',
        message: `127.0.0.1 (port ${port}) does not know the local AE title STRANGER. It must be entered on that server.`,
      },
    })
    await expect.poll(open).toBe(0)
  })
})

describe('nobody is waited for longer than five seconds', () => {
  const dribble = (socket: Socket) => {
    const answer = accepted()
    let at = 0
    const timer = setInterval(() => socket.write(answer.subarray(at, (at += 1))), 100)
    socket.on('close', () => clearInterval(timer))
  }
  test('whether silent, slow, hanging or lost in TLS; and nothing stays open', async () => {
    const peers: [Peer, Form][] = [
      [await closedAfterwards(peer(() => undefined)), {}],
      [await closedAfterwards(peer(() => undefined)), { tls: true }],
      [await closedAfterwards(peer(dribble)), {}],
      [await closedAfterwards(peer(answering(accepted()))), {}],
      [await closedAfterwards(peer(answering(accepted(), accepted().subarray(0, 30)))), {}],
    ]
    const began = performance.now()
    const answers = await Promise.all(peers.map(([{ port }, change]) => tryIt({ ...change, port })))
    expect(performance.now() - began).toBeLessThan(8000)
    expect(answers.map(({ error }) => error.code)).toEqual(peers.map(() => 'connection/time-out'))
    for (const [{ open, connections }] of peers) {
      await expect.poll(open).toBe(0)
      expect(connections()).toBe(1)
    }
  })
})

describe('in the cloud', () => {
  let cloud: TestServer
  let listening: Peer
  beforeAll(async () => {
    cloud = await testServer({ TALUS_VARIANT: 'cloud' })
    listening = await peer(() => undefined)
  })
  afterAll(async () => {
    await cloud.close()
    await listening.close()
  })
  const reporterOf = (at: TestServer) => at.tokenOf(at.first.people.reporter.id)

  test.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    'fe80::1',
  ])('no connection is made to %s', async (host) => {
    await cloud.unscopedDb.deleteFrom('connectionTest').execute()
    const { status, error } = await tryIt(
      { host, port: listening.port },
      cloud,
      await reporterOf(cloud),
    )
    expect([status, error.code]).toEqual([400, 'connection/forbidden-host'])
    expect(error.message).toContain(host)
    expect(listening.connections()).toBe(0)
  })

  test('private hosts are a setting', async () => {
    const open = await testServer({ TALUS_VARIANT: 'cloud', ALLOW_PRIVATE_HOSTS: '1' })
    atEnd(open.close)
    const { port } = await closedAfterwards(
      peer(answering(accepted(), data(answered(0)), pdu(6, 0, 0, 0, 0))),
    )
    expect((await tryIt({ port }, open, await reporterOf(open))).status).toBe(204)
  })
})
