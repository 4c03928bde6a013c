import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Another machine, as far as a socket can tell, that does what a test says. */
export interface Peer {
  readonly port: number
  /** How many connections it has been given, and how many of them are still open. */
  readonly connections: () => number
  readonly open: () => number
  readonly close: () => Promise<void>
}

export async function peer(talk: (socket: Socket) => void): Promise<Peer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    // Read on, so that the end of the other side is noticed.
    socket.resume()
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export const portOf = (server: { readonly address: () => unknown }) =>
  (server.address() as AddressInfo).port

/** A port of this machine that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const { port, close } = await peer(() => undefined)
  await close()
  return port
}
