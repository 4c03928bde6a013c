import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A TCP server that plays another computer and does what the test says. */
export interface TcpPeer {
  readonly port: number
  /** The number of connections it has accepted, and of those that are still open. */
  readonly connections: () => number
  readonly open: () => number
  readonly close: () => Promise<void>
}

export async function startTcpPeer(talk: (socket: Socket) => void): Promise<TcpPeer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    // Keep reading, so that a disconnect of the other side is noticed.
    socket.resume()
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: getPort(server),
    connections: () => connections,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export const getPort = (server: { readonly address: () => unknown }) =>
  (server.address() as AddressInfo).port
