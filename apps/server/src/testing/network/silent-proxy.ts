import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Forwards connections, and can fall silent as a stopped process does: it accepts, and no more. */
export async function startSilentProxy(target: { readonly port: number; readonly host: string }) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const open = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    const far = open(connect(target))
    open(near)
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isSilent) near.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Pairs of connections that are open. */
    count: () => sockets.size / 2,
    setSilent: (value: boolean) => {
      isSilent = value
      for (const socket of sockets)
        if (value) socket.pause()
        else socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
