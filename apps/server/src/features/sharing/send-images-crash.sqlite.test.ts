import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { getPort } from '../../testing/network/tcp-peer.ts'
import type { ServerProcess } from '../../testing/server/server-process.ts'
import { setUpServerRuns } from '../../testing/server/server-runs.ts'

const runs = setUpServerRuns('test', 'demo data')
const { start } = runs

const request = (
  server: ServerProcess,
  path: string,
  { method = 'GET', body, token = '' }: { method?: string; body?: object; token?: string },
) =>
  fetch(`${server.address}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** A mail server that does not answer at first, and later accepts everything. */
async function mailServer() {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let isSilent = true
  let asked = 0
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'clinic' }),
    onRcptTo: (_address, _session, done) => {
      asked += 1
      if (!isSilent) done()
    },
    onData: (stream: Readable, _session, done: (error?: Error | null) => void) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  smtp.on('error', () => undefined)
  smtp.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  runs.atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })
  const wake = () => (isSilent = false)
  return { received, smtpPort: getPort(smtp.server), asked: () => asked, wake }
}

test(
  'an email in progress when the server is killed is sent once',
  { timeout: 180_000 },
  async () => {
    const mail = await mailServer()
    const first = await start()
    const credentials = { username: 'super', password: 'Talus-demo-1' }
    const signedIn = await request(first, 'auth/login', { method: 'POST', body: credentials })
    const token = signedIn.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const listed = await request(first, 'emailConfig', { token })
    const [{ id } = { id: 0 }] = z.array(z.object({ id: z.number() })).parse(await listed.json())
    const mailbox = {
      id,
      email: 'clinic@example.com',
      hostName: '127.0.0.1',
      smtpPort: mail.smtpPort,
      password: 'secret',
    }
    const saved = await request(first, 'emailConfig', { method: 'PUT', body: mailbox, token })
    expect(saved.status).toBe(200)
    const form = {
      emailConfigId: id,
      imageIdList: [],
      emailReceiver: ['owner@example.com'],
      emailBody: 'Sent before the lights went out',
    }
    const sending = { method: 'POST', body: form, token }
    const answer = request(first, 'emailConfig/send', sending).catch(() => undefined)
    await expect.poll(mail.asked, { timeout: 20_000 }).toBe(1)
    await first.kill()
    await answer
    mail.wake()
    await start()
    // On PostgreSQL the claim of the dead process expires after 15 seconds; SQLite has one server.
    await expect.poll(() => mail.received.length, { timeout: 60_000, interval: 200 }).toBe(1)
    expect(mail.received[0]).toContain('Sent before the lights went out')
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(mail.received).toHaveLength(1)
  },
)
