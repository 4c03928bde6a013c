export interface ServerEvent {
  /** `message` if the server sends no name. */
  readonly name: string
  readonly data: string
}

/** Joins the chunks of a stream and emits the text between two separators. */
function createSplitter(separator: string, onPart: (part: string) => void) {
  let text = ''
  return (piece: string) => {
    text += piece
    const parts = text.split(separator)
    text = parts.pop() ?? ''
    for (const part of parts) onPart(part)
  }
}

const getFieldValues = (block: string, field: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).trim())

/** Parses server-sent events; comments, which keep a connection alive, are skipped. */
export const createEventReader = (onEvent: (event: ServerEvent) => void) =>
  createSplitter('\n\n', (block) => {
    const data = getFieldValues(block, 'data')
    if (data.length === 0) return
    onEvent({ name: getFieldValues(block, 'event').at(0) ?? 'message', data: data.join('\n') })
  })

export const createLineReader = (onLine: (line: string) => void) => createSplitter('\n', onLine)
