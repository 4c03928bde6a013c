import { keyOfCommand, usualDialect, valueOfDigits, valueText } from '../serial/dialect.ts'
import { NAK, encodeMessage, serialDecoder } from '../serial/frames.ts'
import type { SerialMessage } from '../serial/frames.ts'

/** The other end of the line: a generator as the protocol describes it, good and bad days. */
export function serialPeer() {
  const values = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 0, fo: 0, ws: 1 }
  const limits: { kv: number } = { kv: 125 }
  const decode = serialDecoder('checksum')
  const peer = { naks: 0, refuses: false }

  const telling = (key: keyof typeof values, value = values[key]) =>
    encodeMessage(valueText(usualDialect, key, value), 'checksum')

  function answer(message: SerialMessage): Uint8Array {
    if (message.kind === 'bad-checksum') return Uint8Array.of(NAK)
    if (message.kind !== 'value' && message.kind !== 'query') return new Uint8Array()
    const key = keyOfCommand(usualDialect, message.command)
    if (!key) return encodeMessage('ER???', 'checksum')
    if (message.kind === 'value') {
      if (peer.refuses) return encodeMessage('ER213', 'checksum')
      const value = valueOfDigits(usualDialect, key, message.digits) ?? 0
      values[key] = key === 'kv' ? Math.min(limits.kv, value) : value
      values.mx = (values.ma * values.ms) / 1000
    }
    return telling(key)
  }

  function hear(bytes: Uint8Array): Uint8Array {
    const heard = decode(bytes)
    if (peer.naks > 0 && heard.length > 0) {
      peer.naks -= 1
      return Uint8Array.of(NAK)
    }
    return Uint8Array.from(heard.flatMap((message) => [...answer(message)]))
  }

  return Object.assign(peer, { values, limits, telling, hear })
}
