import { createHook } from 'node:async_hooks'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { routes } from '@talus/contract'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpError } from '../../testing/mail/mail-server.ts'
import { email, password, startMailboxServer } from '../../testing/mail/mailbox-server.ts'
import type { Done } from '../../testing/mail/mailbox-server.ts'
import { noOpenssl, createSelfSignedCertificate } from '../../testing/network/certificate.ts'
import type { Certificate } from '../../testing/network/certificate.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startTcpPeer } from '../../testing/network/tcp-peer.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { sendOverConnection } from './email-delivery.ts'
import { getMailboxServer } from './smtp-settings.ts'
import { createTestMail } from './test-mail.ts'

let server: TestServer
let token: string
let certificate: Certificate | undefined
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.reporter.id)
  certificate = await createSelfSignedCertificate('mail.clinic.example')
})
beforeEach(() => server.unscopedDb.deleteFrom('connectionTest').execute())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await server.close()
  await certificate?.remove()
})

/** This computer under a name that does not show it: it is treated like any remote mail server. */
const distant = '0x7f000001'
/** Configures the mailbox and tests it, as a user does. */
async function tryIt(
  place: { readonly hostName?: string; readonly smtpPort: number },
  language = 'en',
  at: TestServer = server,
  by = token,
) {
  const { emailConfigId: id } = at.first.records
  const { hostName = '127.0.0.1', smtpPort } = place
  const isRefused = hostName === distant
  const body = { id, email, password, smtpPort, hostName: isRefused ? '127.0.0.1' : hostName }
  expect((await at.call(routes.emailConfig.update, { body }, by)).status).toBe(200)
  // The form refuses this way of writing an address.
  if (isRefused)
    await at.unscopedDb.updateTable('emailConfig').set({ hostName }).where('id', '=', id).execute()
  const headers = { 'accept-language': language }
  return at.call(routes.emailConfig.test, { params: { id } }, by, headers)
}
const codeOf = async (place: Parameters<typeof tryIt>[0]) => (await tryIt(place)).error.code

const startTls: SMTPServerOptions = { disabledCommands: [] }
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const { close, ...mailbox } = await startMailboxServer(certificate, options, port)
  closing.push(close)
  return mailbox
}

async function trail() {
  const root = await server.createToken(server.first.users.root.id)
  const query = { action: 'email-config.test', size: 5 }
  return (await server.call(routes.audit.page, { query }, root)).body.rows
}

describe('mailbox test with a working server', () => {
  test('the mailbox test sends a message in the user’s language, with an audit event', async () => {
    const { received, smtpPort } = await mailServer()
    expect(await tryIt({ smtpPort })).toMatchObject({ status: 204, body: undefined })
    expect(await tryIt({ smtpPort }, 'fr')).toMatchObject({ status: 204 })

    const [first, second] = received
    expect(first).toMatchObject({
      user: email,
      secure: false,
      envelope: { mailFrom: { address: email }, rcptTo: [{ address: email }] },
    })
    const mail = await PostalMime.parse(first?.raw ?? '')
    expect(mail.subject).toBe('Test message from First')
    expect(mail.from).toMatchObject({ name: 'First', address: email })
    expect(mail.to).toMatchObject([{ name: 'First', address: email }])
    expect(mail.text).toContain('from the settings of First in Talus')
    expect(mail.html).toBeUndefined()
    expect(mail.messageId).toMatch(/^<[\da-f-]{36}@clinic\.example>$/u)
    const french = await PostalMime.parse(second?.raw ?? '')
    expect(french.subject).toBe('Message d’essai\u{A0}: First')
    expect(french.text).toContain('depuis les paramètres de Talus (First)')

    const [event] = await trail()
    expect(event).toMatchObject({
      entityId: server.first.records.emailConfigId,
      clinicId: server.first.id,
      after: { host: '127.0.0.1', port: smtpPort, email, result: 'success' },
    })
    expect(JSON.stringify(event)).not.toContain('sécret')
  })

  test('the mailbox test uses encryption if the server offers it', async () => {
    const { received, smtpPort } = await mailServer(startTls)
    expect((await tryIt({ smtpPort })).status).toBe(204)
    expect(received[0]?.secure).toBe(true)
  })

  test('the mailbox test uses implicit TLS on port 465', async ({ skip }) => {
    const started = await mailServer({ secure: true }, 465).catch(() => undefined)
    if (!started) skip('port 465 cannot be listened on here')
    expect((await tryIt({ smtpPort: 465 })).status).toBe(204)
    expect(started?.received[0]).toMatchObject({ secure: true, user: email })
  })

  test('the mailbox test resolves the host name once', async () => {
    const { smtpPort } = await mailServer(startTls)
    let lookups = 0
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'GETADDRINFOREQWRAP') lookups += 1
      },
    }).enable()
    expect((await tryIt({ smtpPort, hostName: 'localhost' })).status).toBe(204)
    hook.disable()
    expect(lookups).toBe(1)
  })
})

describe('mailbox test with a remote mail server', () => {
  let isFound = false
  beforeAll(async () => {
    isFound = (await lookup(distant).catch(() => undefined))?.address === '127.0.0.1'
  })
  beforeEach(({ skip }) => {
    skip(!isFound, `${distant} is not this machine here`)
    skip(certificate === undefined, noOpenssl)
  })

  test('a remote mail server without encryption gets neither sign-in nor mail', async () => {
    const said: string[] = []
    const { smtpPort } = await mailServer({
      onAuth: ({ username = '' }, _session, done) => {
        said.push(username)
        done(null, { user: username })
      },
      onMailFrom: ({ address }, _session, done) => {
        said.push(address)
        done()
      },
    })
    const { status, error } = await tryIt({ smtpPort, hostName: distant })
    expect({ status, error }).toRefuse('email/tls-not-offered')
    expect(error.message).toMatch(/STARTTLS.*It answered: 50\d /u)
    expect(said).toEqual([])
  })

  test('a remote mail server needs a trusted certificate', async () => {
    const { received, smtpPort } = await mailServer(startTls)
    const { error } = await tryIt({ smtpPort, hostName: distant })
    expect(error).toEqual({
      code: 'connection/certificate',
      message: `The certificate of ${distant} (port ${smtpPort}) is not trusted: self-signed certificate`,
    })
    expect(received).toEqual([])
  })

  test('a remote mail server with a trusted certificate is accepted only under its own name', async () => {
    const { received, smtpPort } = await mailServer(startTls)
    const mailbox = { name: 'First', address: email }
    const send = async (host: string) => {
      const settings = {
        ...getMailboxServer({ host, port: smtpPort }),
        auth: { user: email, pass: password },
      }
      const mail = {
        ...createTestMail({ language: 'en', clinic: 'First', email }),
        to: [mailbox],
        recipient: email,
        messageId: crypto.randomUUID(),
        queuedOn: server.clock().toISOString(),
      }
      const socket = connect(smtpPort, '127.0.0.1')
      await once(socket, 'connect')
      await sendOverConnection(socket, settings, { email: mail, from: mailbox })
    }
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, certificate?.cert ?? ''])
    try {
      await expect(send('other.clinic.example')).rejects.toMatchObject({
        originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID',
      })
      expect(received).toEqual([])
      await send('mail.clinic.example')
    } finally {
      setDefaultCACertificates(usual)
    }
    expect(received).toMatchObject([
      { secure: true, user: email, servername: 'mail.clinic.example' },
    ])
  })
})

describe('mailbox test with a failing server', () => {
  test('a mail server that refuses the password is reported with its response', async () => {
    const { smtpPort, received } = await mailServer({
      onAuth: (_auth, _session, done) => done(createSmtpError(535, '5.7.8 Wrong password')),
    })
    expect(await tryIt({ smtpPort }, 'fr')).toMatchObject({
      status: 424,
      error: {
        code: 'email/sign-in-refused',
        message: `Le serveur de courrier 127.0.0.1 (port ${smtpPort}) a refusé la connexion au compte. Vérifiez l’adresse et le mot de passe. Sa réponse\u00A0: 535 5.7.8 Wrong password`,
      },
    })
    expect(received).toEqual([])
    expect((await trail())[0]?.after).toMatchObject({ result: 'email/sign-in-refused' })
  })

  test.each([
    ['the sender', 'email/sender-refused', { onMailFrom: refusing(550, 'not you') }],
    ['the recipient', 'email/recipient-refused', { onRcptTo: refusing(550, 'not there') }],
    [
      'the message',
      'email/message-refused',
      {
        onData: (stream: Readable, _session: unknown, done: Done) => {
          stream.resume().on('end', () => done(createSmtpError(554, 'looks like spam')))
        },
      },
    ],
    ['strangers', 'email/server-refused', { onConnect: refusingAtOnce(554, 'no strangers') }],
  ])(
    'a mail server that refuses %s is reported with its response',
    async (_whom, code, options: SMTPServerOptions) => {
      const { smtpPort } = await mailServer(options)
      const { status, error } = await tryIt({ smtpPort })
      expect([status, error.code]).toEqual([424, code])
      expect(error.message).toMatch(
        new RegExp(
          `127\\.0\\.0\\.1.*${smtpPort}.*55[04] (?:not you|not there|looks|no strangers)`,
          'u',
        ),
      )
    },
  )

  test.each([
    ['talks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'email/not-smtp'],
    ['talks without end', `220-${'x'.repeat(100_000)}`, 'email/not-smtp'],
    ['is closed for today', '421 4.3.2 closed\r\n', 'email/server-refused'],
    ['closes at once', undefined, 'connection/closed'],
  ])('a mail server that %s is reported', async (_what, greeting, code) => {
    const { port, open } = await closedAfterwards(
      startTcpPeer((socket) => {
        if (greeting === undefined) socket.end()
        else socket.write(greeting)
      }),
    )
    expect(await codeOf({ smtpPort: port })).toBe(code)
    await expect.poll(open).toBe(0)
  })

  test('a long response of a mail server is quoted in one short line', async () => {
    const answer = `535-5.7.8 \u0007\u001B[31mgo\r\n535 5.7.8 away ${'x'.repeat(4000)}\r\n`
    const { port } = await closedAfterwards(startTcpPeer(talking(['250 AUTH PLAIN\r\n', answer])))
    const { error } = await tryIt({ smtpPort: port })
    const quoted = /It answered: (?<quoted>.*)$/u.exec(error.message)?.groups?.['quoted'] ?? ''
    expect(quoted).toMatch(/^535-5\.7\.8 \[31mgo 535 5\.7\.8 away x+…$/u)
    expect(quoted).toHaveLength(200)
  })

  test('an unreachable mail server is reported', async () => {
    const smtpPort = await findFreePort()
    expect(await codeOf({ smtpPort })).toBe('connection/refused')
    expect(await codeOf({ smtpPort, hostName: 'no-such-host.invalid' })).toBe(
      'connection/unknown-host',
    )
  })

  test(
    'a mail server that does not respond is waited for ten seconds at most',
    { timeout: 180_000 },
    async () => {
      const silent = await closedAfterwards(startTcpPeer(() => undefined))
      const slow = await closedAfterwards(startTcpPeer(dribbling))
      const hanging = await closedAfterwards(startTcpPeer(talking(['250 AUTH PLAIN\r\n', ''])))
      const stalling = await closedAfterwards(
        startTcpPeer(talking(['250-hello\r\n250 STARTTLS\r\n', '220 go ahead\r\n'])),
      )
      const others = await Promise.all([startTestServer(), startTestServer(), startTestServer()])
      closing.push(...others.map(({ close }) => close))
      const peers = [silent, slow, hanging, stalling]
      const began = performance.now()
      const answers = await Promise.all(
        peers.map(async ({ port }, index) => {
          const at = [server, ...others][index] ?? server
          return tryIt(
            { smtpPort: port },
            'en',
            at,
            await at.createToken(at.first.users.reporter.id),
          )
        }),
      )
      const tookMs = performance.now() - began
      expect(answers.map(({ error }) => error.code)).toEqual(peers.map(() => 'connection/time-out'))
      expect(tookMs).toBeLessThan(14_000)
      for (const { open } of peers) await expect.poll(open).toBe(0)
    },
  )
})

describe('mailbox test and configuration', () => {
  test('a mailbox without a readable password is refused without a connection', async () => {
    const { port, connections } = await closedAfterwards(startTcpPeer(() => undefined))
    const { emailConfigId: id } = server.first.records
    for (const [stored, code] of [
      [null, 'email/no-password'],
      ['v1.sealed.with.another', 'email/password-unreadable'],
    ] as const) {
      await server.unscopedDb
        .updateTable('emailConfig')
        .set({ password: stored, hostName: '127.0.0.1', smtpPort: port })
        .where('id', '=', id)
        .execute()
      const answer = await server.call(routes.emailConfig.test, { params: { id } }, token)
      expect([answer.status, answer.error.code]).toEqual([424, code])
    }
    expect(connections()).toBe(0)
  })

  test('the mailbox of another clinic is not found', async () => {
    const params = { id: server.second.records.emailConfigId }
    const answer = await server.call(routes.emailConfig.test, { params }, token)
    expect(answer).toRefuse('record/not-found')
  })

  test('the cloud variant refuses a private host as mail server', async () => {
    const cloud = await startTestServer({ TALUS_VARIANT: 'cloud' })
    closing.push(cloud.close)
    const { port, connections } = await closedAfterwards(startTcpPeer(() => undefined))
    const reporter = await cloud.createToken(cloud.first.users.reporter.id)
    const { emailConfigId: id } = cloud.first.records
    const place = { hostName: '127.0.0.1', smtpPort: port }
    const body = { id, email, password, ...place }
    const saved = await cloud.call(routes.emailConfig.update, { body }, reporter)
    expect(saved).toRefuse('connection/forbidden-host')
    // A name may lead to a private address later, and an earlier version has saved addresses.
    const earlier = { ...place, password: cloud.secrets.seal(password) }
    await cloud.unscopedDb.updateTable('emailConfig').set(earlier).where('id', '=', id).execute()
    const tested = await cloud.call(routes.emailConfig.test, { params: { id } }, reporter)
    expect(tested).toRefuse('connection/forbidden-host')
    expect(connections()).toBe(0)
  })
})

async function closedAfterwards<Kind extends { readonly close: () => Promise<unknown> }>(
  starting: Promise<Kind>,
): Promise<Kind> {
  const started = await starting
  closing.push(started.close)
  return started
}

function refusing(code: number, text: string) {
  return (_address: unknown, _session: unknown, done: Done) => done(createSmtpError(code, text))
}
function refusingAtOnce(code: number, text: string) {
  return (_session: unknown, done: Done) => done(createSmtpError(code, text))
}

/** Sends a greeting, then one response for each received line. */
function talking(answers: readonly string[]) {
  return (socket: Socket) => {
    const left = [...answers]
    socket.write('220 hello\r\n')
    socket.on('data', () => socket.write(left.shift() ?? ''))
  }
}

function dribbling(socket: Socket) {
  const timer = setInterval(() => socket.write('2'), 100)
  socket.on('close', () => clearInterval(timer))
}
