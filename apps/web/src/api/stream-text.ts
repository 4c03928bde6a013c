export interface ServerEvent {
  /** `message` where the server names none. */
  readonly name: string
  readonly data: string
}

/** Puts the pieces of a stream together and gives what stands between two separators. */
function splitter(separator: string, onPart: (part: string) => void) {
  let text = ''
  return (piece: string) => {
    text += piece
    const parts = text.split(separator)
    text = parts.pop() ?? ''
    for (const part of parts) onPart(part)
  }
}

const lines = (block: string, field: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).trim())

/** Reads server-sent events; comments, which keep a connection alive, are none. */
export const eventReader = (onEvent: (event: ServerEvent) => void) =>
  splitter('\n\n', (block) => {
    const data = lines(block, 'data')
    if (data.length === 0) return
    onEvent({ name: lines(block, 'event').at(0) ?? 'message', data: data.join('\n') })
  })

export const lineReader = (onLine: (line: string) => void) => splitter('\n', onLine)
