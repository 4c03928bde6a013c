import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import dimse from 'dcmjs-dimse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, selfSigned } from '../../testing/certificate.ts'
import type { Certificate } from '../../testing/certificate.ts'
import { dcmqrscp, hasDcmtk, noDcmtk, storescp } from '../../testing/dcmtk.ts'
import { freePort, peer, portOf } from '../../testing/peers.ts'
import type { Peer } from '../../testing/peers.ts'
import { startServer } from '../../testing/server-process.ts'
import { processDatabase } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

dimse.log.disableAll()

let server: TestServer
let token: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await testServer()
  token = await server.tokenOf(server.first.people.reporter.id)
})
beforeEach(() => server.unscopedDb.deleteFrom('connectionTest').execute())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => server.close())

async function closedAfterwards<Kind extends { readonly close: () => Promise<unknown> }>(
  starting: Promise<Kind>,
): Promise<Kind> {
  const started = await starting
  closing.push(started.close)
  return started
}

const form = {
  serverName: 'PACS',
  aeTitle: 'PACS',
  host: '127.0.0.1',
  port: 104,
  description: 'TALUS',
}
type Form = Partial<typeof form> & { readonly tls?: boolean; readonly id?: number }
const tryIt = async (change: Form, at: TestServer = server, by = token, language = 'en') => {
  const body = { ...form, ...change }
  const headers = { 'accept-language': language }
  return at.call(routes.dicomServer.test, { body }, by, headers)
}
const codeOf = async (change: Form) => (await tryIt(change)).error.code

/** The trail, newest first. */
async function trail() {
  const root = await server.tokenOf(server.first.people.root.id)
  const query = { action: 'dicom-server.test', size: 20 }
  return (await server.call(routes.audit.page, { query }, root)).body.rows
}

describe('a DICOM server of dcmtk', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('that answers is a success, by both paths, and in the trail', async () => {
    const { port } = await closedAfterwards(storescp())
    const body = { ...form, port }
    for (const route of [routes.dicomServer.test, routes.dicomServer.testByOldPath])
      expect(await server.call(route, { body }, token)).toMatchObject({
        status: 204,
        body: undefined,
      })
    expect((await trail())[0]).toMatchObject({
      action: 'dicom-server.test',
      entityId: null,
      clinicId: server.first.id,
      username: server.first.people.reporter.username,
      before: null,
      after: { host: '127.0.0.1', port, aeTitle: 'PACS', tls: false, result: 'success' },
    })
  })

  test('is reached by its name too', async () => {
    const { port } = await closedAfterwards(storescp())
    expect((await tryIt({ port, host: 'localhost' })).status).toBe(204)
  })

  test('that refuses every association says so', async () => {
    const { port } = await closedAfterwards(storescp('--refuse'))
    expect((await tryIt({ port })).error).toEqual({
      code: 'dicom/rejected',
      message: `127.0.0.1 (port ${port}) rejected the association without giving a reason.`,
    })
    expect((await trail())[0]?.after).toMatchObject({ port, result: 'dicom/rejected' })
  })

  test('that goes by certain titles says when they are not right', async () => {
    const { port } = await closedAfterwards(dcmqrscp({ called: 'PACS', calling: 'TALUS' }))
    expect((await tryIt({ port })).status).toBe(204)
    const elsewhere = await tryIt({ port, aeTitle: 'OTHER' }, server, token, 'fr')
    expect(elsewhere).toMatchObject({
      status: 424,
      error: {
        code: 'dicom/rejected-called-title',
        message: `127.0.0.1 (port ${port}) ne porte pas le titre AE OTHER, ou ne sert pas TALUS. Vérifiez les deux, majuscules comprises.`,
      },
    })
    // dcmtk has one answer to a wrong title, whichever it is.
    expect(await codeOf({ port, description: 'STRANGER' })).toBe('dicom/rejected-called-title')
  })

  describe('with TLS and a certificate of its own', () => {
    let certificate: Certificate | undefined
    beforeAll(async () => {
      certificate = await selfSigned('localhost')
    })
    afterAll(() => certificate?.remove())
    beforeEach(({ skip }) => skip(certificate === undefined, noOpenssl))
    const withTls = (...options: readonly string[]) =>
      closedAfterwards(
        storescp('+tls', certificate?.keyFile ?? '', certificate?.certFile ?? '', ...options),
      )

    test('is a success', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      expect((await tryIt({ port, tls: true })).status).toBe(204)
      // dcmtk closes the line on whoever does not begin with TLS.
      expect(await codeOf({ port, tls: false })).toBe('connection/closed')
    })

    test('is turned down where certificates are asked for', async () => {
      const { port } = await withTls('--ignore-peer-cert')
      const strict = await closedAfterwards(testServer({ DICOM_TLS_VERIFY: '1' }))
      const strictToken = await strict.tokenOf(strict.first.people.reporter.id)
      expect((await tryIt({ port, tls: true }, strict, strictToken)).error).toEqual({
        code: 'connection/certificate',
        message: `The certificate of 127.0.0.1 (port ${port}) is not trusted: self-signed certificate`,
      })
    })

    test('is taken where the machine trusts it', { timeout: 90_000 }, async ({ skip }) => {
      skip(process.platform !== 'linux', 'only there SSL_CERT_FILE adds to what is trusted')
      const { port } = await withTls('--ignore-peer-cert')
      const database = await processDatabase()
      const folder = await mkdtemp(join(tmpdir(), 'talus-trust-'))
      const running = await startServer({
        ...database.environment,
        TALUS_DATA: folder,
        DICOM_TLS_VERIFY: '1',
        SSL_CERT_FILE: certificate?.certFile ?? '',
      })
      closing.push(async () => {
        await running.kill()
        await database.remove()
        await rm(folder, { recursive: true, force: true })
      })
      const post = (path: string, body: object, authorization = '') =>
        fetch(`${running.address}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify(body),
        })
      const signIn = await post('auth/login', { username: 'super', password: 'Talus-demo-1' })
      const authorization = signIn.headers.get('authorization') ?? ''
      const [named, unnamed] = [
        await post(
          'dicomServer/test',
          { ...form, port, tls: true, host: 'localhost' },
          authorization,
        ),
        await post('dicomServer/test', { ...form, port, tls: true }, authorization),
      ]
      expect(named.status).toBe(204)
      // The certificate is for the name, not for the address.
      expect(await unnamed.json()).toMatchObject({ code: 'connection/certificate' })
    })

    test('that asks us for a certificate tells what it misses', async () => {
      const { port } = await withTls('--require-peer-cert')
      const { error } = await tryIt({ port, tls: true })
      expect(error.code).toBe('connection/tls-failed')
      expect(error.message).toMatch(/failed: .*certificate required$/u)
    })
  })

  test('without TLS is told from one with it', async () => {
    const { port } = await closedAfterwards(storescp())
    expect(await codeOf({ port, tls: true })).toBe('connection/not-tls')
  })
})

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
    closing.push(() => new Promise((resolve) => web.close(resolve)))
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
    closing.push(open.close)
    const { port } = await closedAfterwards(
      peer(answering(accepted(), data(answered(0)), pdu(6, 0, 0, 0, 0))),
    )
    expect((await tryIt({ port }, open, await reporterOf(open))).status).toBe(204)
  })
})

describe('the limit', () => {
  test('is ten a minute for each user, failures counted', async () => {
    const port = await freePort()
    for (let count = 0; count < 10; count += 1)
      expect(await codeOf({ port })).toBe('connection/refused')
    const before = await trail()
    server.pass(20_000)
    const { status, error, headers } = await tryIt({ port })
    expect([status, error.code, headers['retry-after']]).toEqual([429, 'request/too-many', '40'])
    expect(await trail()).toEqual(before)
    const byEmail = { params: { id: server.first.records.emailConfigId } }
    expect((await server.call(routes.emailConfig.test, byEmail, token)).status).toBe(429)
    const other = await server.tokenOf(server.second.people.reporter.id)
    expect((await tryIt({ port }, server, other)).error.code).toBe('connection/refused')
    server.pass(40_000)
    expect(await codeOf({ port })).toBe('connection/refused')
    const kept = await server.unscopedDb.selectFrom('connectionTest').select('userId').execute()
    expect(kept).toHaveLength(2)
  })

  test('holds when all come at once', async () => {
    const port = await freePort()
    const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf({ port })))
    expect(answers.filter((code) => code === 'connection/refused')).toHaveLength(10)
    expect(answers.filter((code) => code === 'request/too-many')).toHaveLength(40)
  })
})

describe('whose server it is', () => {
  test('a form with the id of a stored server is recorded under it', async () => {
    const { dicomServerId: id } = server.first.records
    await tryIt({ id, port: await freePort() })
    expect((await trail())[0]).toMatchObject({ entityId: id, clinicId: server.first.id })
  })

  test('the server of another clinic does not exist', async () => {
    const { dicomServerId: id } = server.second.records
    const { port, connections } = await closedAfterwards(peer(() => undefined))
    expect(await tryIt({ id, port })).toMatchObject({
      status: 404,
      error: { code: 'record/not-found' },
    })
    const body = { ...form, port, clinicId: server.second.id }
    const foreign = await server.call(routes.dicomServer.test, { body }, token)
    expect(foreign).toMatchObject({ status: 403, error: { code: 'access/other-clinic' } })
    expect(connections()).toBe(0)
  })

  test('who may not manage servers may not try them either', async () => {
    const admin = await server.tokenOf(server.first.people.clinicAdmin.id)
    expect((await tryIt({}, server, admin)).status).toBe(403)
  })
})
