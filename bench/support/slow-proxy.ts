import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowProxy {
  readonly url: string
  readonly stop: () => void
}

/** Bytes that pass at once: the client still gets the first of them soon. */
const chunkBytes = 16_384

/**
 * A connection of limited speed to a server. The network settings of a browser do not apply to its
 * workers, so the limit is outside of it; all connections share it.
 */
export async function startSlowProxy(target: string, bitsPerSecond: number): Promise<SlowProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let freeAt = 0

  async function reserve(bytes: number): Promise<void> {
    const now = performance.now()
    const start = Math.max(now, freeAt)
    freeAt = start + (bytes * 8000) / bitsPerSecond
    // Timers are too coarse for each chunk; short waits add up in `freeAt`.
    if (start - now > 4) await wait(start - now)
  }

  async function copySlowly(from: Socket, to: Socket): Promise<void> {
    for await (const data of from as AsyncIterable<Buffer>)
      for (let at = 0; at < data.length; at += chunkBytes) {
        const chunk = data.subarray(at, at + chunkBytes)
        await reserve(chunk.length)
        if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve))
      }
    to.end()
  }

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream)
    copySlowly(upstream, client).catch(() => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
