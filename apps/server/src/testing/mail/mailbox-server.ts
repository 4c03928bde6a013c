import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { Certificate } from '../network/certificate.ts'
import { getPort } from '../network/tcp-peer.ts'
import { createSmtpError } from './mail-server.ts'

/** The mailbox that the server has, and its password. */
export const email = 'images@clinic.example'
export const password = 'Mailbox-sécret-1'

interface Received extends Pick<SMTPServerSession, 'user' | 'secure' | 'envelope'> {
  readonly raw: Buffer
}
export type Done = (error?: Error | null) => void

/** A mail server on its own port that requires the password. */
export async function startMailboxServer(
  certificate: Certificate | undefined,
  options: SMTPServerOptions = {},
  port = 0,
) {
  const received: Received[] = []
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === email && auth.password === password
      if (isRight) done(null, { user: email })
      else done(createSmtpError(535, '5.7.8 Authentication failed'))
    },
    onData: (stream: Readable, session, done: Done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ ...session, raw: Buffer.concat(chunks) })
        done()
      })
    },
    ...options,
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject)
    smtp.listen(port, '127.0.0.1', () => resolve())
  })
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { received, smtpPort: getPort(smtp.server), close }
}
