import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../db/open.ts'
import { createErrorReporter } from '../../http/error-report.ts'
import { startJobWorker } from '../../jobs/job-worker.ts'
import type { JobWorker } from '../../jobs/job-worker.ts'
import {
  startCuttableProxy,
  createSmtpError,
  startMailServer,
  onCompleteMail,
} from '../../testing/mail/mail-server.ts'
import type { ReceivedMail } from '../../testing/mail/mail-server.ts'
import { getPort } from '../../testing/network/tcp-peer.ts'
import { openTestDatabase } from '../../testing/database/test-database.ts'
import { createSmtpDelivery } from './email-delivery.ts'
import { createEmailJob, queueEmail, createResetMail } from './index.ts'
import { parseSmtpUrl } from './smtp-settings.ts'

const start = new Date('2026-03-02T14:00:00.000Z')
const minute = 60
const patiently = { timeout: 10_000, interval: 10 }
const link = 'https://talus.example/vue/resetpassword/b2sX-9_qLk3T7?a=1&b=2'
const reset = createResetMail({
  language: 'fr',
  name: 'Zoé',
  clinic: 'Clinique de l’Étoile',
  minutes: 30,
  link,
})

let database: OpenDatabase
let folder: string
let now: Date
let logged: string
let closing: (() => Promise<unknown>)[]
const clock = () => new Date(now)
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.unscopedDb.deleteFrom('job').execute()
  folder = await mkdtemp(join(tmpdir(), 'talus-mail-'))
  now = start
  logged = ''
  closing = []
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => database.close())

async function mailServer(options: SMTPServerOptions = {}) {
  const { received, port, close } = await startMailServer({ authOptional: true, ...options })
  closing.push(close)
  return { received, smtpUrl: `smtp://127.0.0.1:${port}` }
}

function sendMails(smtpUrl: string | undefined): JobWorker {
  const log = pino({ level: 'trace' }, { write: (line) => (logged += line) })
  const mailFrom = 'Talus à l’essai <talus@clinic.example>'
  const jobs = [createEmailJob({ smtpUrl, mailFrom, dataFolder: folder, log })]
  const { reportError } = createErrorReporter({
    log,
    dsn: undefined,
    release: '',
    environment: 'test',
  })
  const worker = startJobWorker({ ...database, jobs, clock, log, reportError, pollMs: 5 })
  closing.push(worker.stop)
  return worker
}
const queue = (change: Partial<Parameters<typeof queueEmail>[1]> = {}) =>
  queueEmail(
    database.unscopedDb,
    { to: [{ address: 'zoe@example.com', name: 'Zoé Œuvrard' }], ...reset, ...change },
    { clock },
  )
const outbox = () => database.unscopedDb.selectFrom('job').selectAll().orderBy('id').execute()
const states = async () => (await outbox()).map(({ state }) => state)
const parse = (raw: Uint8Array | undefined) => PostalMime.parse(raw ?? new Uint8Array())
const recipientsOf = ({ envelope }: ReceivedMail) => envelope.rcptTo.map(({ address }) => address)

describe('a mail', () => {
  test('a mail arrives with its accents, in text and HTML', async () => {
    const { received, smtpUrl } = await mailServer()
    await queue({ subject: 'L’Étoile d’Été : œuvre n° 1 — ça marche 🐕' })
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['done'])
    const mail = await parse(received[0]?.raw)
    expect(mail.subject).toBe('L’Étoile d’Été : œuvre n° 1 — ça marche 🐕')
    expect(mail.from).toMatchObject({ name: 'Talus à l’essai', address: 'talus@clinic.example' })
    expect(mail.to).toMatchObject([{ name: 'Zoé Œuvrard', address: 'zoe@example.com' }])
    expect(new Date(mail.date ?? '')).toEqual(start)
    expect(mail.text?.trim()).toBe(reset.text.trim())
    expect(mail.html?.trim()).toBe(reset.html?.trim())
    expect(mail.messageId).toMatch(/^<[\da-f-]{36}@clinic\.example>$/u)
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'fr' })
    // RFC 5322 2.1.1; besides, the server need not support 8-bit text.
    for (const line of received[0]?.raw.toString('latin1').split('\r\n') ?? [])
      expect(line).toMatch(/^[\t\u0020-\u007E]{0,998}$/u)
  })

  test('a mail to several recipients is sent to each separately and shows them all', async () => {
    const { received, smtpUrl } = await mailServer()
    const to = ['one@example.com', 'two@example.com', 'one@example.com']
    await queue({ to: to.map((address) => ({ address })) })
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['done', 'done'])
    const recipients = received.map((mail) => recipientsOf(mail).join())
    expect(recipients.toSorted()).toEqual(['one@example.com', 'two@example.com'])
    const mails = await Promise.all(received.map(({ raw }) => parse(raw)))
    expect(mails[0]?.to).toHaveLength(3)
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId)
  })

  test('subject and name of a mail cannot inject headers', async () => {
    const { received, smtpUrl } = await mailServer()
    const nasty = 'Hello\r\nBcc: victim@example.com\r\n\r\n<b>body</b>\u2028\u0000'
    await queue({ subject: nasty, to: [{ address: 'zoe@example.com', name: nasty }] })
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['done'])
    const mail = await parse(received[0]?.raw)
    expect(received.map(recipientsOf)).toEqual([['zoe@example.com']])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.subject).toBe('Hello Bcc: victim@example.com <b>body</b>')
    expect(mail.to).toMatchObject([{ address: 'zoe@example.com', name: mail.subject }])
  })

  test.each([
    'zoe@example.com\r\nRCPT TO:<victim@example.com>',
    'zoe@example.com, victim@example.com',
    '"zoe victim@example.com"@example.com',
    '<zoe@example.com>',
    'zoe',
    '',
  ])('a mail to the invalid address %j is not queued', async (address) => {
    await expect(queue({ to: [{ address }] })).rejects.toThrow('field/')
    expect(await outbox()).toEqual([])
  })

  test('a mail is sent only if the transaction that queued it commits', async () => {
    const { received, smtpUrl } = await mailServer()
    sendMails(smtpUrl)
    const rolledBack = database.unscopedDb.transaction().execute(async (db) => {
      await queueEmail(db, { to: [{ address: 'no@example.com' }], ...reset }, { clock })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await queue()
    await expect.poll(states, patiently).toEqual(['done'])
    expect(received.map(recipientsOf)).toEqual([['zoe@example.com']])
  })

  test('a mail leaves neither addresses nor text in the log', async () => {
    const { smtpUrl } = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('bad') ? createSmtpError(550, `<${address}> unknown`) : null),
    })
    await queue()
    await queue({ to: [{ address: 'bad@example.com' }] })
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['done', 'failed'])
    expect(logged).toContain('smtp-550')
    expect(logged).not.toMatch(/example\.com|Zo|resetpassword|mot de passe/u)
  })
})

describe('mail delivery and its retries', () => {
  test('a mail refused with 451 is retried after 5, 15 and 30 minutes and arrives once', async () => {
    let refusals = 0
    const { received, smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        refusals += 1
        done(refusals <= 3 ? createSmtpError(451, '4.7.1 greylisted, come back later') : null)
      },
    })
    await queue({ usefulForMinutes: undefined })
    sendMails(smtpUrl)
    for (const minutes of [5, 15, 30]) {
      const due = () => new Date(now.getTime() + minutes * minute * 1000).toISOString()
      await expect.poll(async () => (await outbox())[0]?.runAfter, patiently).toBe(due())
      expect((await outbox())[0]?.lastError).toContain('greylisted')
      pass(minutes * minute)
    }
    await expect.poll(states, patiently).toEqual(['done'])
    expect(received).toHaveLength(1)
    expect(refusals).toBe(4)
  })

  test('a mail refused with 550 fails permanently, and the response is stored', async () => {
    const { received, smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => done(createSmtpError(550, '5.1.1 no such mailbox')),
    })
    await queue()
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(await outbox()).toMatchObject([
      { attempts: 1, lastError: expect.stringContaining('550 5.1.1 no such mailbox') },
    ])
    expect(received).toEqual([])
  })

  test('a mail refused as too large fails permanently', async () => {
    const { smtpUrl } = await mailServer({
      onData: onCompleteMail((_raw, _session, done) =>
        done(createSmtpError(552, '5.3.4 too large')),
      ),
    })
    await queue()
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect((await outbox())[0]?.lastError).toContain('552')
  })

  test('a mail whose connection broke after DATA is retried with the same Message-ID', async () => {
    const seen: Buffer[] = []
    const connection = await startCuttableProxy()
    closing.push(connection.close)
    const { smtpUrl } = await mailServer({
      onData: onCompleteMail((raw, _session, done) => {
        seen.push(raw)
        if (seen.length === 1) connection.cut()
        else done()
      }),
    })
    await queue()
    sendMails(connection.to(smtpUrl))
    await expect.poll(async () => (await outbox())[0]?.lastError, patiently).toBeTruthy()
    expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    pass(5 * minute)
    await expect.poll(states, patiently).toEqual(['done'])
    expect(seen).toHaveLength(2)
    const [first, second] = await Promise.all(seen.map(parse))
    expect(first?.messageId).toBe(second?.messageId)
    expect(first?.date).toBe(second?.date)
  })

  test('a mail waits while the server is unreachable', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const port = getPort(free)
    free.close()
    await queue()
    sendMails(`smtp://127.0.0.1:${port}`)
    await expect
      .poll(async () => (await outbox())[0]?.lastError, patiently)
      .toContain('ECONNREFUSED')
    expect(await states()).toEqual(['waiting'])
  })

  test('a mail waits if the server refuses the password', async () => {
    const { smtpUrl } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(createSmtpError(535, 'wrong password')),
    })
    await queue()
    sendMails(smtpUrl.replace('smtp://', 'smtp://talus:p%40ss@'))
    await expect.poll(async () => (await outbox())[0]?.lastError, patiently).toContain('535')
    expect(await states()).toEqual(['waiting'])
    expect(logged).not.toContain('p@ss')
  })

  test('a mail is not sent unencrypted if TLS is required', async () => {
    const commands: string[] = []
    const { received, smtpUrl } = await mailServer({
      onMailFrom: ({ address }, _session, done) => {
        commands.push(address)
        done()
      },
    })
    const from = { name: '', address: 'talus@clinic.example' }
    // Only loopback can be tested here, for which parseSmtpUrl does not require TLS.
    const server = { ...parseSmtpUrl(smtpUrl), requireTLS: true }
    const mail = { ...reset, to: [{ address: 'zoe@example.com' }], recipient: 'zoe@example.com' }
    const queued = { ...mail, messageId: crypto.randomUUID(), queuedOn: start.toISOString() }
    const sending = createSmtpDelivery({ from, server })(queued, { jobId: 1 })
    await expect(sending).rejects.toMatchObject({ name: 'JobFailure' })
    expect([commands, received]).toEqual([[], []])
  })

  test('a mail with a link fails when the next retry would be after its expiry', async () => {
    const { smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => done(createSmtpError(451, 'later')),
    })
    await queue({ usefulForMinutes: 30 })
    sendMails(smtpUrl)
    const tried = async () => (await outbox()).map(({ state, attempts }) => [state, attempts])
    await expect.poll(tried, patiently).toEqual([['waiting', 1]])
    pass(5 * minute)
    await expect.poll(tried, patiently).toEqual([['waiting', 2]])
    pass(15 * minute)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(await outbox()).toMatchObject([
      { attempts: 3, lastError: expect.stringContaining('451 later') },
    ])
  })
})

describe('mail delivery without a mail server', () => {
  const mails = async () => {
    const names = await readdir(join(folder, 'mail')).catch(() => [])
    return names.filter((name) => !name.startsWith('.'))
  }

  test('without a mail server the mail is an .eml file, and the log has its path', async () => {
    await queue()
    sendMails(undefined)
    await expect.poll(states, patiently).toEqual(['done'])
    const [name = ''] = await mails()
    expect(name).toMatch(/^20260302t140000z-\d+\.eml$/u)
    expect(logged).toContain(JSON.stringify(join(folder, 'mail', name)).slice(1, -1))
    expect(logged).not.toMatch(/zoe@|resetpassword/u)
    const mail = await parse(await readFile(join(folder, 'mail', name)))
    expect(mail.to).toMatchObject([{ name: 'Zoé Œuvrard', address: 'zoe@example.com' }])
    expect(mail.subject).toBe(reset.subject)
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
  })

  test('a mail file that is written again after a crash is still one file', async () => {
    await queue()
    const worker = sendMails(undefined)
    await expect.poll(states, patiently).toEqual(['done'])
    const [job] = await outbox()
    await database.unscopedDb
      .updateTable('job')
      .set({
        state: 'running',
        claimedUntil: '2026-03-02T13:00:00.000Z',
        payload: JSON.stringify({
          to: [{ address: 'zoe@example.com' }],
          ...reset,
          recipient: 'zoe@example.com',
          messageId: crypto.randomUUID(),
          queuedOn: start.toISOString(),
        }),
      })
      .where('id', '=', job?.id ?? 0)
      .execute()
    worker.wake()
    await expect.poll(states, patiently).toEqual(['done'])
    expect(await mails()).toHaveLength(1)
  })

  test('a mail with an expired link is not sent', async () => {
    await queue()
    pass(30 * minute)
    sendMails(undefined)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(await mails()).toEqual([])
  })
})
