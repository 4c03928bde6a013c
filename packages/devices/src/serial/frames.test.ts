import { describe, expect, test } from 'vitest'
import { randomFrom } from '../simulator/random.ts'
import { queryText, usualDialect, valueOfDigits, valueText } from './dialect.ts'
import { ACK, ETX, NAK, checksumOf, encodeMessage, serialDecoder } from './frames.ts'

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const bytes = (...parts: readonly (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : [part])))
const good = (text: string) => [...encodeMessage(text, 'checksum')]

describe('messages with a checksum', () => {
  test('are the text, ETX and the sum of both', () => {
    const sum = (ascii('KV070').reduce((total, byte) => total + byte, 0) + 3) % 256
    expect(good('KV070')).toEqual([...ascii('KV070'), 3, sum])
  })
  test('come out as they went in, in pieces of any size', () => {
    for (const size of [1, 2, 3, 100]) {
      const decode = serialDecoder('checksum')
      const all = [...good('KV070'), ...good('MA01600'), ...good('PW?'), ...good('ER213')]
      const heard = []
      for (let at = 0; at < all.length; at += size)
        heard.push(...decode(Uint8Array.from(all.slice(at, at + size))))
      expect(heard).toEqual([
        { kind: 'value', command: 'KV', digits: '070' },
        { kind: 'value', command: 'MA', digits: '01600' },
        { kind: 'query', command: 'PW' },
        { kind: 'error', code: '213' },
      ])
    }
  })
  test('with a wrong checksum are told, and never taken for a value', () => {
    const decode = serialDecoder('checksum')
    const damaged = good('KV070').with(2, ascii('1')[0] ?? 0)
    expect(decode(Uint8Array.from(damaged))).toEqual([{ kind: 'bad-checksum' }])
    expect(decode(Uint8Array.from(good('KV071')))).toEqual([
      { kind: 'value', command: 'KV', digits: '071' },
    ])
  })
  test('a lost checksum does not swallow the next message', () => {
    const decode = serialDecoder('checksum')
    const heard = decode(Uint8Array.from([...ascii('KV070'), ETX, ...good('MS002000')]))
    expect(heard).toEqual([
      { kind: 'bad-checksum' },
      { kind: 'value', command: 'MS', digits: '002000' },
    ])
  })
  test('NAK, ACK and the generator’s errors', () => {
    const decode = serialDecoder('checksum')
    expect(decode(bytes(NAK, ACK))).toEqual([{ kind: 'nak' }, { kind: 'ack' }])
    expect(decode(Uint8Array.from(good('ER???')))).toEqual([{ kind: 'error', code: '???' }])
  })
  test('what is no message cannot be sent', () => {
    for (const text of ['', 'K', 'kv70', 'KV-1', 'KV070\r', 'KV1234567890', 'KV 70'])
      expect(() => encodeMessage(text, 'checksum')).toThrow(RangeError)
  })
})

describe('messages that end with a carriage return', () => {
  test('have no checksum; a line feed after it means nothing', () => {
    const decode = serialDecoder('carriage-return')
    expect([...encodeMessage('KV?', 'carriage-return')]).toEqual([...ascii('KV?'), 13])
    expect(decode(bytes('KV070\r\nMA01000\r'))).toEqual([
      { kind: 'value', command: 'KV', digits: '070' },
      { kind: 'value', command: 'MA', digits: '01000' },
    ])
  })
  test('noise is told', () => {
    const decode = serialDecoder('carriage-return')
    expect(decode(bytes('hello\r')).at(-1)).toEqual({ kind: 'garbage' })
  })
})

describe('noise on the line', () => {
  test('no value is ever heard that was not sent with its sum', () => {
    const random = randomFrom(20_260_105)
    const decode = serialDecoder('checksum')
    const alphabet = [...ascii('KVMASX0123456789?'), ETX, NAK, ACK, 0, 255, 13]
    const noise = Array.from(
      { length: 200_000 },
      () => alphabet[Math.floor(random() * alphabet.length)] ?? 0,
    )
    let at = 0
    let values = 0
    for (const byte of noise) {
      at += 1
      for (const message of decode(Uint8Array.of(byte)))
        if (message.kind === 'value') {
          values += 1
          const text = ascii(message.command + message.digits)
          const sent = noise.slice(at - text.length - 2, at)
          expect(sent).toEqual([...text, ETX, checksumOf([...text, ETX])])
        }
    }
    expect(values).toBeLessThan(200)
  })

  test('after any garbage the second good message is heard', () => {
    const random = randomFrom(7)
    for (let round = 0; round < 2000; round += 1) {
      const decode = serialDecoder('checksum')
      const length = Math.floor(random() * 60)
      decode(Uint8Array.from({ length }, () => Math.floor(random() * 256)))
      decode(Uint8Array.from(good('KV070')))
      expect(decode(Uint8Array.from(good('MA01600')))).toContainEqual({
        kind: 'value',
        command: 'MA',
        digits: '01600',
      })
    }
  })

  test('a line that never ends a message takes no memory', () => {
    const decode = serialDecoder('checksum')
    const heard = decode(new Uint8Array(1_000_000).fill(0x41))
    expect(heard.every(({ kind }) => kind === 'garbage')).toBe(true)
    expect(heard.length).toBeGreaterThan(20_000)
  })
})

test('every value of the scales survives its digits', () => {
  expect(valueText(usualDialect, 'kv', 70)).toBe('KV070')
  expect(valueText(usualDialect, 'ma', 12.5)).toBe('MA00125')
  expect(valueText(usualDialect, 'ms', 1.25)).toBe('MS000125')
  expect(queryText(usualDialect, 'ex')).toBe('EX?')
  for (const [key, value] of [
    ['ms', 1.6],
    ['mx', 0.125],
    ['ma', 500],
    ['kv', 125],
  ] as const)
    expect(valueOfDigits(usualDialect, key, valueText(usualDialect, key, value).slice(2))).toBe(
      value,
    )
  expect(valueOfDigits(usualDialect, 'kv', '')).toBeUndefined()
})
