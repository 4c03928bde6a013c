import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { getPort } from '../network/tcp-peer.ts'

export interface ReceivedMail extends Pick<SMTPServerSession, 'user' | 'envelope'> {
  readonly raw: Buffer
}

type Done = (error?: Error | null) => void
/** Reads a mail completely before passing it on. */
export const onCompleteMail =
  (onMail: (raw: Buffer, session: SMTPServerSession, done: Done) => void) =>
  (stream: Readable, session: SMTPServerSession, done: Done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => onMail(Buffer.concat(chunks), session, done))
  }

/** The SMTP error of a server that refuses. */
export const createSmtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts a mail server; the mails that it accepts are in `received`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: onCompleteMail((raw, session, done) => {
      received.push({ ...session, raw })
      done()
    }),
    ...options,
  })
  smtp.on('error', () => undefined)
  const sockets = new Set<Socket>()
  smtp.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  return {
    received,
    port: getPort(smtp.server),
    /** Destroys every connection to it at once. */
    disconnectAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

/**
 * A TCP proxy in front of the server whose connections can be cut without an SMTP reply, which
 * smtp-server never does.
 */
export async function startCuttableProxy() {
  const sockets: Socket[] = []
  let port = 0
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.push(socket.on('error', () => undefined))
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    cut: () => sockets.forEach((socket) => socket.destroy()),
    to: (smtpUrl: string) => {
      port = Number(new URL(smtpUrl).port)
      return `smtp://127.0.0.1:${getPort(server)}`
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
