import type { ServerResponse } from 'node:http'
import { streamHeaders } from './reply.ts'

const pingMs = 10_000
/** A listener that has stopped listening must not fill the memory. */
const unreadMax = 1_000_000

/** An answer that never ends by itself. */
export function openStream(response: ServerResponse, type: string, ping: string) {
  response.writeHead(200, streamHeaders(`${type}; charset=utf-8`))
  response.flushHeaders()
  const write = (text: string) => {
    if (response.writableLength > unreadMax) response.destroy()
    else response.write(text)
  }
  // A dead line is noticed by the silence, on both ends.
  const pings = setInterval(() => write(ping), pingMs)
  const ended = new Set<() => void>()
  response.on('close', () => {
    clearInterval(pings)
    for (const call of ended) call()
  })
  return {
    write,
    end: () => response.end(),
    onEnd: (call: () => void) => void ended.add(call),
  }
}
