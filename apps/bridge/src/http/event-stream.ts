import type { ServerResponse } from 'node:http'
import { getStreamHeaders } from './reply.ts'

const pingMs = 10_000
/** A client that has stopped reading must not fill the memory. */
const unreadMax = 1_000_000

/** Starts a response that stays open until the client disconnects. */
export function openEventStream(response: ServerResponse, type: string, ping: string) {
  response.writeHead(200, getStreamHeaders(`${type}; charset=utf-8`))
  response.flushHeaders()
  const write = (text: string) => {
    if (response.writableLength > unreadMax) response.destroy()
    else response.write(text)
  }
  // Without pings neither side would notice a broken connection.
  const pings = setInterval(() => write(ping), pingMs)
  const endListeners = new Set<() => void>()
  response.on('close', () => {
    clearInterval(pings)
    for (const call of endListeners) call()
  })
  return {
    write,
    end: () => response.end(),
    onEnd: (call: () => void) => void endListeners.add(call),
  }
}
