/**
 * The two-letter protocol that many generators use over RS-232: `KV070`, ETX, checksum. `KV?` is a
 * query, NAK reports a wrong checksum, `ER???` an unknown command, `ER213` a value that is not
 * allowed. Some devices end a message with CR and have no checksum.
 */
export type SerialStyle = 'checksum' | 'carriage-return'

export const ETX = 0x03
export const ACK = 0x06
export const NAK = 0x15
const CR = 0x0d
const LF = 0x0a
/** The length of the longest message; anything longer is noise. */
const textMax = 32

export type SerialMessage =
  | { readonly kind: 'value'; readonly command: string; readonly digits: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'query'; readonly command: string }
  | { readonly kind: 'ack' }
  | { readonly kind: 'nak' }
  | { readonly kind: 'bad-checksum' }
  | { readonly kind: 'garbage' }

const toAscii = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** The sum of all bytes before it, ETX included, modulo 256. */
export const computeChecksum = (bytes: readonly number[]): number =>
  bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)

export function encodeMessage(text: string, style: SerialStyle): Uint8Array {
  if (!/^[A-Z]{2}(?:\d{0,9}|\?{1,3})$/u.test(text)) throw new RangeError(`not a message: ${text}`)
  if (style === 'carriage-return') return Uint8Array.from([...toAscii(text), CR])
  const body = [...toAscii(text), ETX]
  return Uint8Array.from([...body, computeChecksum(body)])
}

const message = /[A-Z]{2}(?:\d{0,9}|\?{1,3})$/u

function parseMessage(text: string): SerialMessage {
  const command = text.slice(0, 2)
  const rest = text.slice(2)
  if (command === 'ER') return { kind: 'error', code: rest }
  return rest.startsWith('?')
    ? { kind: 'query', command }
    : { kind: 'value', command, digits: rest }
}

/**
 * Decodes bytes, in chunks of any size, into messages. Noise is reported, and never taken for a
 * value.
 */
export function createSerialDecoder(style: SerialStyle) {
  let text = ''
  let isChecksumNext = false

  function finishMessage(checksum: number | undefined): SerialMessage {
    // A damaged message may have left characters before this one.
    const found = message.exec(text)?.[0]
    text = ''
    if (!found) return { kind: 'garbage' }
    if (checksum === undefined) return parseMessage(found)
    return computeChecksum([...toAscii(found), ETX]) === checksum
      ? parseMessage(found)
      : { kind: 'bad-checksum' }
  }

  function decodeByte(byte: number): readonly SerialMessage[] {
    if (isChecksumNext) {
      isChecksumNext = false
      const decoded = finishMessage(byte)
      // A message that lost its checksum must not consume the first character of the next one.
      if (decoded.kind === 'value' || decoded.kind === 'query' || decoded.kind === 'error')
        return [decoded]
      return byte === ETX
        ? [decoded]
        : [decoded, ...decodeByte(byte).filter(({ kind }) => kind !== 'nak')]
    }
    if (style === 'checksum' && byte === ETX) {
      isChecksumNext = true
      return []
    }
    if (byte === NAK || byte === ACK) {
      // Within a message it is noise, and the message is discarded too.
      const isAlone = text === ''
      text = ''
      if (!isAlone) return [{ kind: 'garbage' }]
      return [{ kind: byte === NAK ? 'nak' : 'ack' }]
    }
    if (style === 'carriage-return' && byte === LF) return []
    if (style === 'carriage-return' && byte === CR) return [finishMessage(undefined)]
    if (byte < 0x20 || byte > 0x7e || text.length >= textMax) {
      text = ''
      return [{ kind: 'garbage' }]
    }
    text += String.fromCodePoint(byte)
    return []
  }

  return (bytes: Uint8Array): SerialMessage[] => Array.from(bytes).flatMap(decodeByte)
}
