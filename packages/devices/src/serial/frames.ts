/**
 * The two-letter protocol that many generators speak over RS-232: `KV070`, ETX, checksum. `KV?` asks,
 * NAK says that the checksum was wrong, `ER???` that nobody understood, `ER213` that a value is not
 * allowed. Some devices end a message with CR and have no checksum.
 */
export type SerialStyle = 'checksum' | 'carriage-return'

export const ETX = 0x03
export const ACK = 0x06
export const NAK = 0x15
const CR = 0x0d
const LF = 0x0a
/** No message is longer; what is, is noise on the line. */
const textMax = 32

export type SerialMessage =
  | { readonly kind: 'value'; readonly command: string; readonly digits: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'query'; readonly command: string }
  | { readonly kind: 'ack' }
  | { readonly kind: 'nak' }
  | { readonly kind: 'bad-checksum' }
  | { readonly kind: 'garbage' }

const asciiOf = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** The sum of all bytes before it, ETX included, modulo 256. */
export const checksumOf = (bytes: readonly number[]): number =>
  bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0)

export function encodeMessage(text: string, style: SerialStyle): Uint8Array {
  if (!/^[A-Z]{2}(?:\d{0,9}|\?{1,3})$/u.test(text)) throw new RangeError(`not a message: ${text}`)
  if (style === 'carriage-return') return Uint8Array.from([...asciiOf(text), CR])
  const body = [...asciiOf(text), ETX]
  return Uint8Array.from([...body, checksumOf(body)])
}

const message = /[A-Z]{2}(?:\d{0,9}|\?{1,3})$/u

function meaningOf(text: string): SerialMessage {
  const command = text.slice(0, 2)
  const rest = text.slice(2)
  if (command === 'ER') return { kind: 'error', code: rest }
  return rest.startsWith('?')
    ? { kind: 'query', command }
    : { kind: 'value', command, digits: rest }
}

/** Bytes as they come, in any pieces -> messages. Noise is told, and never taken for a value. */
export function serialDecoder(style: SerialStyle) {
  let text = ''
  let isChecksumNext = false

  function endOfText(checksum: number | undefined): SerialMessage {
    // A damaged message may have left letters before this one.
    const found = message.exec(text)?.[0]
    text = ''
    if (!found) return { kind: 'garbage' }
    if (checksum === undefined) return meaningOf(found)
    return checksumOf([...asciiOf(found), ETX]) === checksum
      ? meaningOf(found)
      : { kind: 'bad-checksum' }
  }

  function take(byte: number): readonly SerialMessage[] {
    if (isChecksumNext) {
      isChecksumNext = false
      const meant = endOfText(byte)
      // Without its own checksum a message must not swallow the first letter of the next one.
      if (meant.kind === 'value' || meant.kind === 'query' || meant.kind === 'error') return [meant]
      return byte === ETX ? [meant] : [meant, ...take(byte).filter(({ kind }) => kind !== 'nak')]
    }
    if (style === 'checksum' && byte === ETX) {
      isChecksumNext = true
      return []
    }
    if (byte === NAK || byte === ACK) {
      // In the middle of a message it is noise, and so is the message.
      const isAlone = text === ''
      text = ''
      if (!isAlone) return [{ kind: 'garbage' }]
      return [{ kind: byte === NAK ? 'nak' : 'ack' }]
    }
    if (style === 'carriage-return' && byte === LF) return []
    if (style === 'carriage-return' && byte === CR) return [endOfText(undefined)]
    if (byte < 0x20 || byte > 0x7e || text.length >= textMax) {
      text = ''
      return [{ kind: 'garbage' }]
    }
    text += String.fromCodePoint(byte)
    return []
  }

  return (bytes: Uint8Array): SerialMessage[] => Array.from(bytes).flatMap(take)
}
