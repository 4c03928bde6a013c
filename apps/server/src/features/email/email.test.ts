import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../db/open.ts'
import { errorReporter } from '../../http/error-report.ts'
import { startWorker } from '../../jobs/job-worker.ts'
import type { Worker } from '../../jobs/job-worker.ts'
import { cuttableLine, refusal, startMailServer, whenRead } from '../../testing/mail-server.ts'
import type { Received } from '../../testing/mail-server.ts'
import { portOf } from '../../testing/peers.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { smtpDelivery } from './email-delivery.ts'
import { emailJob, queueEmail, resetMail } from './index.ts'
import { readSmtpUrl } from './smtp-settings.ts'

const start = new Date('2026-03-02T14:00:00.000Z')
const minute = 60
const patiently = { timeout: 10_000, interval: 10 }
const link = 'https://talus.example/vue/resetpassword/b2sX-9_qLk3T7?a=1&b=2'
const reset = resetMail({
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
  database = await testDatabase()
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

function sendMails(smtpUrl: string | undefined): Worker {
  const log = pino({ level: 'trace' }, { write: (line) => (logged += line) })
  const mailFrom = 'Talus à l’essai <talus@clinic.example>'
  const jobs = [emailJob({ smtpUrl, mailFrom, dataFolder: folder, log })]
  const { reportError } = errorReporter({ log, dsn: undefined, release: '', environment: 'test' })
  const worker = startWorker({ ...database, jobs, clock, log, reportError, pollMs: 5 })
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
const recipientsOf = ({ envelope }: Received) => envelope.rcptTo.map(({ address }) => address)

describe('a mail', () => {
  test('arrives with its accents, in text and HTML', async () => {
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
    // RFC 5322 2.1.1, and no server has to know about 8-bit text.
    for (const line of received[0]?.raw.toString('latin1').split('\r\n') ?? [])
      expect(line).toMatch(/^[\t\u0020-\u007E]{0,998}$/u)
  })

  test('to several goes to each by itself, and each sees the others', async () => {
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

  test('cannot be given headers through its subject or a name', async () => {
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
  ])('is not queued for %j', async (address) => {
    await expect(queue({ to: [{ address }] })).rejects.toThrow('field/')
    expect(await outbox()).toEqual([])
  })

  test('goes out only if the transaction that asked for it commits', async () => {
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

  test('leaves neither addresses nor words in the log', async () => {
    const { smtpUrl } = await mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('bad') ? refusal(550, `<${address}> unknown`) : null),
    })
    await queue()
    await queue({ to: [{ address: 'bad@example.com' }] })
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['done', 'failed'])
    expect(logged).toContain('smtp-550')
    expect(logged).not.toMatch(/example\.com|Zo|resetpassword|mot de passe/u)
  })
})

describe('when the server', () => {
  test('says 451, the mail is tried again after 5, 15 and 30 minutes and comes once', async () => {
    let refusals = 0
    const { received, smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        refusals += 1
        done(refusals <= 3 ? refusal(451, '4.7.1 greylisted, come back later') : null)
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

  test('says 550, that is final and its words are kept', async () => {
    const { received, smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 no such mailbox')),
    })
    await queue()
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(await outbox()).toMatchObject([
      { attempts: 1, lastError: expect.stringContaining('550 5.1.1 no such mailbox') },
    ])
    expect(received).toEqual([])
  })

  test('finds the mail too large, that is final', async () => {
    const { smtpUrl } = await mailServer({
      onData: whenRead((_raw, _session, done) => done(refusal(552, '5.3.4 too large'))),
    })
    await queue()
    sendMails(smtpUrl)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect((await outbox())[0]?.lastError).toContain('552')
  })

  test('drops the line after DATA, it can know the mail again by its Message-ID', async () => {
    const seen: Buffer[] = []
    const line = await cuttableLine()
    closing.push(line.close)
    const { smtpUrl } = await mailServer({
      onData: whenRead((raw, _session, done) => {
        seen.push(raw)
        if (seen.length === 1) line.cut()
        else done()
      }),
    })
    await queue()
    sendMails(line.to(smtpUrl))
    await expect.poll(async () => (await outbox())[0]?.lastError, patiently).toBeTruthy()
    expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    pass(5 * minute)
    await expect.poll(states, patiently).toEqual(['done'])
    expect(seen).toHaveLength(2)
    const [first, second] = await Promise.all(seen.map(parse))
    expect(first?.messageId).toBe(second?.messageId)
    expect(first?.date).toBe(second?.date)
  })

  test('is not there, the mail waits', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const port = portOf(free)
    free.close()
    await queue()
    sendMails(`smtp://127.0.0.1:${port}`)
    await expect
      .poll(async () => (await outbox())[0]?.lastError, patiently)
      .toContain('ECONNREFUSED')
    expect(await states()).toEqual(['waiting'])
  })

  test('does not accept the password, the mail waits for better settings', async () => {
    const { smtpUrl } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
    })
    await queue()
    sendMails(smtpUrl.replace('smtp://', 'smtp://talus:p%40ss@'))
    await expect.poll(async () => (await outbox())[0]?.lastError, patiently).toContain('535')
    expect(await states()).toEqual(['waiting'])
    expect(logged).not.toContain('p@ss')
  })

  test('cannot encrypt where it must, nothing is said in clear', async () => {
    const commands: string[] = []
    const { received, smtpUrl } = await mailServer({
      onMailFrom: ({ address }, _session, done) => {
        commands.push(address)
        done()
      },
    })
    const from = { name: '', address: 'talus@clinic.example' }
    // Only loopback can be tried here, which readSmtpUrl would let pass.
    const server = { ...readSmtpUrl(smtpUrl), requireTLS: true }
    const mail = { ...reset, to: [{ address: 'zoe@example.com' }], recipient: 'zoe@example.com' }
    const queued = { ...mail, messageId: crypto.randomUUID(), queuedOn: start.toISOString() }
    const sending = smtpDelivery({ from, server })(queued, { jobId: 1 })
    await expect(sending).rejects.toMatchObject({ name: 'JobFailure' })
    expect([commands, received]).toEqual([[], []])
  })

  test('puts off a link until it would have expired, the mail fails at once', async () => {
    const { smtpUrl } = await mailServer({
      onRcptTo: (_address, _session, done) => done(refusal(451, 'later')),
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

describe('without a mail server', () => {
  const mails = async () => {
    const names = await readdir(join(folder, 'mail')).catch(() => [])
    return names.filter((name) => !name.startsWith('.'))
  }

  test('the mail is a file that mail programs open, and the log says where', async () => {
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

  test('a mail that is written again after a crash is still one file', async () => {
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

  test('an old mail with a dead link is not sent after all', async () => {
    await queue()
    pass(30 * minute)
    sendMails(undefined)
    await expect.poll(states, patiently).toEqual(['failed'])
    expect(await mails()).toEqual([])
  })
})
