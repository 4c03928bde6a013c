import { BridgeEvent } from '@talus/contract'

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
 * Removes the context of a frame: every user who may watch the sensor gets its id, but no patient
 * data.
 */
export function stripFrameContext(block: string): string {
  const event = parseEventBlock(block)
  return event?.event === 'frame' ? formatEventBlock('frame', { id: event.data.id }) : block
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
