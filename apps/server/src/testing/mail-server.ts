import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { portOf } from './peers.ts'

export interface Received extends Pick<SMTPServerSession, 'user' | 'envelope'> {
  readonly raw: Buffer
}

type Done = (error?: Error | null) => void
/** Takes a mail when it has come to its end. */
export const whenRead =
  (take: (raw: Buffer, session: SMTPServerSession, done: Done) => void) =>
  (stream: Readable, session: SMTPServerSession, done: Done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => take(Buffer.concat(chunks), session, done))
  }

/** The answer of a server that refuses. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** A mail server on a port of its own; what it accepts is in `received`. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: whenRead((raw, session, done) => {
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
    port: portOf(smtp.server),
    /** Ends every line to it at once. */
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

/** A line to the server that can be cut without a word, as smtp-server itself never does. */
export async function cuttableLine() {
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
      return `smtp://127.0.0.1:${portOf(server)}`
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
