import { findKey, defaultDialect, parseDigits, formatValue } from '../serial/dialect.ts'
import { NAK, encodeMessage, createSerialDecoder } from '../serial/messages.ts'
import type { SerialMessage } from '../serial/messages.ts'

/** The generator at the other end of the serial port; it can be made to refuse or to send NAK. */
export function createSerialPeer() {
  const values = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 0, fo: 0, ws: 1 }
  const limits: { kv: number } = { kv: 125 }
  const decode = createSerialDecoder('checksum')
  const peer = { naks: 0, refuses: false }

  const encodeValue = (key: keyof typeof values, value = values[key]) =>
    encodeMessage(formatValue(defaultDialect, key, value), 'checksum')

  function answer(message: SerialMessage): Uint8Array {
    if (message.kind === 'bad-checksum') return Uint8Array.of(NAK)
    if (message.kind !== 'value' && message.kind !== 'query') return new Uint8Array()
    const key = findKey(defaultDialect, message.command)
    if (!key) return encodeMessage('ER???', 'checksum')
    if (message.kind === 'value') {
      if (peer.refuses) return encodeMessage('ER213', 'checksum')
      const value = parseDigits(defaultDialect, key, message.digits) ?? 0
      values[key] = key === 'kv' ? Math.min(limits.kv, value) : value
      values.mx = (values.ma * values.ms) / 1000
    }
    return encodeValue(key)
  }

  function receive(bytes: Uint8Array): Uint8Array {
    const messages = decode(bytes)
    if (peer.naks > 0 && messages.length > 0) {
      peer.naks -= 1
      return Uint8Array.of(NAK)
    }
    return Uint8Array.from(messages.flatMap((message) => [...answer(message)]))
  }

  return Object.assign(peer, { values, limits, encodeValue, receive })
}
