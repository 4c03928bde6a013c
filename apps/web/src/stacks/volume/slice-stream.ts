import { readMessages } from '@talus/volume'
import type { SliceMessage } from '@talus/volume'
import type { SliceRequest } from './volume-protocol.ts'

/** The server refused the stream or the connection broke. */
export class StreamFault extends Error {
  /** 0 without a response. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'StreamFault'
    this.status = status
  }
}

/** Lets messages of the page be handled between two slices, so that decoding delays no plane. */
function createPause() {
  const { port1, port2 } = new MessageChannel()
  let resume: (() => void) | undefined
  port1.addEventListener('message', () => resume?.())
  port1.start()
  return {
    pause: () =>
      new Promise<void>((resolve) => {
        resume = resolve
        port2.postMessage(0)
      }),
    end: () => port1.close(),
  }
}

/** The server's own words; empty if it has none. */
async function readRefusal(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => undefined)
  const hasMessage =
    typeof reply === 'object' &&
    reply !== null &&
    'message' in reply &&
    typeof reply.message === 'string'
  return hasMessage ? (reply.message as string) : ''
}

/** Reads the slices of a stream, one after the other. */
export async function receiveSlices(
  { url, headers }: SliceRequest,
  onSlice: (message: SliceMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { headers, redirect: 'error', signal }).catch(() => {
    throw new StreamFault(0, '')
  })
  if (!response.ok) throw new StreamFault(response.status, await readRefusal(response))
  const reader = response.body?.getReader()
  if (!reader) throw new StreamFault(0, '')
  const messages = readMessages({ isReused: true })
  const { pause, end } = createPause()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new StreamFault(0, '')
      })
      if (done) break
      for (const message of messages.read(value)) {
        onSlice(message)
        await pause()
      }
    }
  } finally {
    end()
  }
  messages.end()
}
