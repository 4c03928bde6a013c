import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { routes } from '@talus/contract'
import dimse from 'dcmjs-dimse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpConnectionTests } from '../../../testing/dicom/connection-tests.ts'
import type { ServerForm } from '../../../testing/dicom/connection-tests.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startTcpPeer, getPort } from '../../../testing/network/tcp-peer.ts'
import type { TcpPeer } from '../../../testing/network/tcp-peer.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

dimse.log.disableAll()

const { testConnection, getErrorCode, atEnd, closeAfterTest } = setUpConnectionTests()

/** Encodes a PDU of a peer. */
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
/** A peer that answers each received chunk with the next of these. */
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

describe('a server test', () => {
  test.each([
    ['responds', [accepted(), data(answered(0)), pdu(6, 0, 0, 0, 0)], undefined],
    ['does not answer the release', [accepted(), data(answered(0))], undefined],
    ['refuses the verification context', [accepted(3)], 'dicom/no-verification'],
    [
      'does not mention the verification context',
      [pdu(2, ...Array<number>(68).fill(0))],
      'dicom/no-verification',
    ],
    ['responds with a failure', [accepted(), data(answered(0x0122))], 'dicom/echo-failed'],
    ['responds to another command', [accepted(), data(answered(0, 0x8001))], 'dicom/not-dicom'],
    [
      'sends a malformed command set',
      [accepted(), data([1, 3, 0, 0, 0, 9, 255, 0, 0, 0])],
      'dicom/not-dicom',
    ],
    [
      'sends an endless command set',
      [accepted(), Buffer.concat(Array<Buffer>(100).fill(data([1, 0b01])))],
      'dicom/not-dicom',
    ],
    ['aborts at the association request', [pdu(7, 0, 0, 2, 0)], 'dicom/aborted'],
    ['aborts at the C-ECHO', [accepted(), pdu(7, 0, 0, 0, 0)], 'dicom/aborted'],
    ['requests a release', [accepted(), pdu(5, 0, 0, 0, 0)], 'dicom/aborted'],
    ['closes the connection at once', ['close'], 'connection/closed'],
    ['resets the connection', ['reset'], 'connection/closed'],
    ['closes the connection at the C-ECHO', [accepted(), 'close'], 'connection/closed'],
    ['speaks HTTP', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')], 'dicom/not-dicom'],
    ['expects TLS', [Buffer.from([0x15, 3, 3, 0, 2, 2, 10])], 'dicom/expects-tls'],
    ['announces a PDU of 4 GB', [Buffer.from([2, 0, 255, 255, 255, 255, 0, 0])], 'dicom/not-dicom'],
    ['sends an empty acceptance', [pdu(2)], 'dicom/not-dicom'],
    ['sends an empty rejection', [pdu(3)], 'dicom/not-dicom'],
    ['rejects without a reason', [rejected(1, 2, 1)], 'dicom/rejected'],
    ['rejects the application context', [rejected(1, 1, 2)], 'dicom/rejected-application-context'],
    ['rejects the protocol version', [rejected(1, 2, 2)], 'dicom/rejected-protocol-version'],
    ['rejects for congestion', [rejected(2, 3, 1)], 'dicom/rejected-congestion'],
    ['rejects at its limit', [rejected(2, 3, 2)], 'dicom/rejected-limit'],
    ['rejects for an unknown reason', [rejected(1, 1, 99)], 'dicom/rejected-otherwise'],
  ] as const)('a server test names the fault of a peer that %s', async (_what, answers, code) => {
    const { port, open } = await closeAfterTest(startTcpPeer(answering(...answers)))
    const { status, error } = await testConnection({ port })
    expect([status, error?.code]).toEqual(code === undefined ? [204, undefined] : [424, code])
    if (code !== undefined)
      expect(error.message).toMatch(new RegExp(`127\\.0\\.0\\.1.*${port}`, 'u'))
    await expect.poll(open).toBe(0)
  })

  test('a server test succeeds with a peer that sends byte by byte', async () => {
    const whole = Buffer.concat([accepted(), data(answered(0))])
    const { port } = await closeAfterTest(
      startTcpPeer((socket) => {
        socket.once('data', () => {
          for (const [at, byte] of whole.entries())
            setTimeout(() => socket.write(Buffer.from([byte])), at * 2)
        })
      }),
    )
    expect((await testConnection({ port })).status).toBe(204)
  })

  test('a server test shows the failure status and the rejection codes', async () => {
    const failing = await closeAfterTest(
      startTcpPeer(answering(accepted(), data(answered(0x0122)))),
    )
    expect((await testConnection({ port: failing.port })).error.message).toContain('0x0122')
    const odd = await closeAfterTest(startTcpPeer(answering(rejected(1, 1, 99))))
    expect((await testConnection({ port: odd.port })).error.message).toContain(
      '(result 1, source 1, reason 99)',
    )
  })

  test('a server test recognizes a web server as not DICOM', async () => {
    const web = createHttpServer().listen(0, '127.0.0.1')
    await once(web, 'listening')
    atEnd(() => new Promise((resolve) => web.close(resolve)))
    expect(await getErrorCode({ port: getPort(web) })).toBe('dicom/not-dicom')
  })

  test('a server test tells a refused connection from an unknown or unreachable host', async () => {
    const port = await findFreePort()
    expect((await testConnection({ port })).error).toEqual({
      code: 'connection/refused',
      message: `127.0.0.1 refused the connection on port ${port}. Check the port, and that the program there is running.`,
    })
    expect(await getErrorCode({ host: 'no-such-host.invalid' })).toBe('connection/unknown-host')
    // TCP cannot connect to a multicast address.
    expect(await getErrorCode({ host: '224.0.0.1' })).toBe('connection/unreachable')
  })

  test('a server test works with another DICOM implementation', async () => {
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
    const { port, open } = await closeAfterTest(
      startTcpPeer((socket) => void new Archive(socket, {})),
    )
    expect((await testConnection({ port })).status).toBe(204)
    expect(await testConnection({ port, description: 'STRANGER' })).toMatchObject({
      status: 424,
      error: {
        code: 'dicom/rejected-calling-title',
        message: `127.0.0.1 (port ${port}) does not know the local AE title STRANGER. It must be entered on that server.`,
      },
    })
    await expect.poll(open).toBe(0)
  })
})

describe('time limit of a server test', () => {
  const dribble = (socket: Socket) => {
    const answer = accepted()
    let at = 0
    const timer = setInterval(() => socket.write(answer.subarray(at, (at += 1))), 100)
    socket.on('close', () => clearInterval(timer))
  }
  test('a server test of a silent or slow peer ends after five seconds and closes', async () => {
    const peers: [TcpPeer, ServerForm][] = [
      [await closeAfterTest(startTcpPeer(() => undefined)), {}],
      [await closeAfterTest(startTcpPeer(() => undefined)), { tls: true }],
      [await closeAfterTest(startTcpPeer(dribble)), {}],
      [await closeAfterTest(startTcpPeer(answering(accepted()))), {}],
      [await closeAfterTest(startTcpPeer(answering(accepted(), accepted().subarray(0, 30)))), {}],
    ]
    const began = performance.now()
    const answers = await Promise.all(
      peers.map(([{ port }, change]) => testConnection({ ...change, port })),
    )
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
  let listening: TcpPeer
  beforeAll(async () => {
    cloud = await startTestServer({ TALUS_VARIANT: 'cloud' })
    listening = await startTcpPeer(() => undefined)
  })
  afterAll(async () => {
    await cloud.close()
    await listening.close()
  })
  const reporterOf = (at: TestServer) => at.createToken(at.first.users.reporter.id)

  test.each([
    'localhost',
    '127.0.0.1',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    'fe80::1',
  ])('a server test in the cloud does not connect to %s', async (host) => {
    await cloud.unscopedDb.deleteFrom('connectionTest').execute()
    const { status, error } = await testConnection(
      { host, port: listening.port },
      cloud,
      await reporterOf(cloud),
    )
    expect({ status, error }).toRefuse('connection/forbidden-host')
    expect(error.message).toContain(host)
    expect(listening.connections()).toBe(0)
  })

  test.each(['127.1', '2130706433', 'http://127.0.0.1', '127.0.0.1:104'])(
    'a server test refuses %s, which is not a host',
    async (host) => {
      const { status, error } = await testConnection(
        { host, port: listening.port },
        cloud,
        await reporterOf(cloud),
      )
      expect({ status, error }).toRefuse('request/invalid')
      expect(Object.keys(error.fields ?? {})).toEqual(['host'])
      expect(listening.connections()).toBe(0)
    },
  )

  test('the cloud saves no server with a private address', async () => {
    const token = await reporterOf(cloud)
    const body = { serverName: 'PACS', aeTitle: 'PACS', port: 104, description: 'OWN' }
    const create = (host: string) =>
      cloud.call(
        routes.dicomServer.create,
        { body: { ...body, host, clinicId: cloud.first.id } },
        token,
      )
    for (const host of ['10.1.2.3', '[::1]', 'localhost', 'pacs.internal'])
      expect(await create(host)).toRefuse('connection/forbidden-host')
    expect((await create('pacs.clinic.example')).status).toBe(200)
  })

  test('ALLOW_PRIVATE_HOSTS permits private hosts in the cloud', async () => {
    const open = await startTestServer({ TALUS_VARIANT: 'cloud', ALLOW_PRIVATE_HOSTS: '1' })
    atEnd(open.close)
    const { port } = await closeAfterTest(
      startTcpPeer(answering(accepted(), data(answered(0)), pdu(6, 0, 0, 0, 0))),
    )
    expect((await testConnection({ port }, open, await reporterOf(open))).status).toBe(204)
  })
})
