import { BridgeEvent } from '@talus/contract'
import type { Actor } from '@talus/contract'
import { isUseVisible, toStatusOfUser } from './sensor-uses.ts'
import type { CaptureUse } from './sensor-uses.ts'

/** The body of a response; null if it has none, which counts as ended. */
type Body = Response['body']

export async function* readChunks(body: Body): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

/** Yields server-sent events as text, each one complete. */
export async function* readEventBlocks(body: Body): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readChunks(body)) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end + 2)
      text = text.slice(end + 2)
    }
  }
}

/** Returns undefined for heartbeats and for events of a newer bridge. */
export function parseEventBlock(block: string): BridgeEvent | undefined {
  const [, event, data] = /^event: (\w+)\ndata: (.*)\n\n$/u.exec(block) ?? []
  if (event === undefined || data === undefined) return undefined
  return BridgeEvent.safeParse({ event, data: parseJson(data) }).data
}

/**
 * The event as a user may see it. Every user who may watch the sensor gets the id of a frame, but
 * no patient data; while another clinic captures, its frames and faults are left out.
 */
export function toEventOfUser(block: string, use: CaptureUse | undefined, actor: Actor): string {
  const event = parseEventBlock(block)
  if (event === undefined) return block
  if (event.event === 'state')
    return formatEventBlock('state', toStatusOfUser(event.data, use, actor))
  if (use && !isUseVisible(use, actor)) return ''
  return event.event === 'frame' ? formatEventBlock('frame', { id: event.data.id }) : block
}

export const formatEventBlock = (event: string, data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
