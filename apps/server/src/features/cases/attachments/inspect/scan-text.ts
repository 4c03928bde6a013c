export type TextEncodingName = 'utf-8' | 'windows-1252'

/** Control characters besides tab, line ends and form feed: no editor writes them. */
const hasControlCharacter = (chunk: Uint8Array) =>
  chunk.some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 32) || byte === 127)

/** Reads a text once; undefined if it is no text. Any byte is a character of Latin-1. */
export async function scanText(
  chunks: AsyncIterable<Uint8Array>,
): Promise<TextEncodingName | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  const decode = (...given: Parameters<typeof decoder.decode>) => {
    try {
      decoder.decode(...given)
    } catch {
      isUtf8 = false
    }
  }
  for await (const chunk of chunks) {
    if (hasControlCharacter(chunk)) return undefined
    if (isUtf8) decode(chunk, { stream: true })
  }
  if (isUtf8) decode()
  return isUtf8 ? 'utf-8' : 'windows-1252'
}
