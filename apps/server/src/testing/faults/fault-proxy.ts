import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/**
 * - silent: connections stay open, and no byte passes, as with a stopped process or a lost route;
 * - refused: connections are cut, and new ones end at once, as during a restart;
 * - slow: each piece arrives late.
 */
export type LinkState = 'open' | 'silent' | 'refused' | 'slow'

const slowMs = 150

/** Forwards connections of a server to one of its parts, and breaks them as a network does. */
export async function startFaultProxy(target: { readonly host: string; readonly port: number }) {
  const sockets = new Set<Socket>()
  let state: LinkState = 'open'
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  function forward(from: Socket, to: Socket) {
    from.on('data', (bytes: Buffer) => {
      if (state === 'slow') setTimeout(() => !to.destroyed && to.write(bytes), slowMs)
      else to.write(bytes)
    })
    from.on('close', () => to.destroy())
  }
  const server = createServer((near) => {
    add(near)
    if (state === 'refused') {
      near.destroy()
      return
    }
    const far = add(connect(target))
    forward(near, far)
    forward(far, near)
    if (state === 'silent') near.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set: (next: LinkState) => {
      state = next
      for (const socket of sockets)
        if (next === 'refused') socket.destroy()
        else if (next === 'silent') socket.pause()
        else socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>
