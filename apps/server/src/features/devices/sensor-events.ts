import { BridgeEvent } from '@talus/contract'

/** Null for an answer that has none, and so is at its end. */
type Body = Response['body']

export async function* chunksOf(body: Body): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

/** Server-sent events as they stand in the stream, each a whole one. */
export async function* blocksIn(body: Body): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunksOf(body)) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end + 2)
      text = text.slice(end + 2)
    }
  }
}

/** Undefined for a sign of life, and for what a newer bridge may say. */
export function eventIn(block: string): BridgeEvent | undefined {
  const [, event, data] = /^event: (\w+)\ndata: (.*)\n\n$/u.exec(block) ?? []
  if (event === undefined || data === undefined) return undefined
  return BridgeEvent.safeParse({ event, data: tryJson(data) }).data
}

/** Of a frame everybody who may look at the sensor hears its name, and nobody whose it is. */
export function withoutContext(block: string): string {
  const event = eventIn(block)
  return event?.event === 'frame' ? eventBlock('frame', { id: event.data.id }) : block
}

export const eventBlock = (event: string, data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
