import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request may be on its way on a connection that was opened a moment before. */
const requestMs = 1000

/**
 * Ends connections without a request when the server closes. Browsers open them in advance, Node
 * does not count them as idle, and the server would wait until the browser closes them.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let isClosing = false
  const endLater = (socket: Socket) =>
    setTimeout(() => {
      if (unused.has(socket)) socket.destroy()
    }, requestMs)
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
    if (isClosing) endLater(socket)
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) endLater(socket)
  })
}
