import { describe, expect, test } from 'vitest'
import { createRandom } from '@talus/imaging/random'
import { formatQuery, defaultDialect, parseDigits, formatValue } from './dialect.ts'
import { ACK, ETX, NAK, computeChecksum, encodeMessage, createSerialDecoder } from './messages.ts'

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const bytes = (...parts: readonly (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : [part])))
const good = (text: string) => [...encodeMessage(text, 'checksum')]

describe('messages with a checksum', () => {
  test('a message consists of the text, ETX and the checksum of both', () => {
    const sum = (ascii('KV070').reduce((total, byte) => total + byte, 0) + 3) % 256
    expect(good('KV070')).toEqual([...ascii('KV070'), 3, sum])
  })
  test('messages are decoded from chunks of any size', () => {
    for (const size of [1, 2, 3, 100]) {
      const decode = createSerialDecoder('checksum')
      const all = [...good('KV070'), ...good('MA01600'), ...good('PW?'), ...good('ER213')]
      const received = []
      for (let at = 0; at < all.length; at += size)
        received.push(...decode(Uint8Array.from(all.slice(at, at + size))))
      expect(received).toEqual([
        { kind: 'value', command: 'KV', digits: '070' },
        { kind: 'value', command: 'MA', digits: '01600' },
        { kind: 'query', command: 'PW' },
        { kind: 'error', code: '213' },
      ])
    }
  })
  test('a message with a wrong checksum is reported, and never taken for a value', () => {
    const decode = createSerialDecoder('checksum')
    const damaged = good('KV070').with(2, ascii('1')[0] ?? 0)
    expect(decode(Uint8Array.from(damaged))).toEqual([{ kind: 'bad-checksum' }])
    expect(decode(Uint8Array.from(good('KV071')))).toEqual([
      { kind: 'value', command: 'KV', digits: '071' },
    ])
  })
  test('a lost checksum does not consume the next message', () => {
    const decode = createSerialDecoder('checksum')
    const received = decode(Uint8Array.from([...ascii('KV070'), ETX, ...good('MS002000')]))
    expect(received).toEqual([
      { kind: 'bad-checksum' },
      { kind: 'value', command: 'MS', digits: '002000' },
    ])
  })
  test('NAK, ACK and errors of the generator are decoded', () => {
    const decode = createSerialDecoder('checksum')
    expect(decode(bytes(NAK, ACK))).toEqual([{ kind: 'nak' }, { kind: 'ack' }])
    expect(decode(Uint8Array.from(good('ER???')))).toEqual([{ kind: 'error', code: '???' }])
  })
  test('an invalid message cannot be encoded', () => {
    for (const text of ['', 'K', 'kv70', 'KV-1', 'KV070\r', 'KV1234567890', 'KV 70'])
      expect(() => encodeMessage(text, 'checksum')).toThrow(RangeError)
  })
})

describe('messages that end with a carriage return', () => {
  test('messages with a carriage return have no checksum, and a following line feed is ignored', () => {
    const decode = createSerialDecoder('carriage-return')
    expect([...encodeMessage('KV?', 'carriage-return')]).toEqual([...ascii('KV?'), 13])
    expect(decode(bytes('KV070\r\nMA01000\r'))).toEqual([
      { kind: 'value', command: 'KV', digits: '070' },
      { kind: 'value', command: 'MA', digits: '01000' },
    ])
  })
  test('noise between messages with a carriage return is reported', () => {
    const decode = createSerialDecoder('carriage-return')
    expect(decode(bytes('hello\r')).at(-1)).toEqual({ kind: 'garbage' })
  })
})

describe('noise on the serial port', () => {
  test('no value is decoded that was not sent with its checksum', () => {
    const random = createRandom(20_260_105)
    const decode = createSerialDecoder('checksum')
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
          expect(sent).toEqual([...text, ETX, computeChecksum([...text, ETX])])
        }
    }
    expect(values).toBeLessThan(200)
  })

  test('after any garbage the second valid message is decoded', () => {
    const random = createRandom(7)
    for (let round = 0; round < 2000; round += 1) {
      const decode = createSerialDecoder('checksum')
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

  test('an endless message does not fill the memory', () => {
    const decode = createSerialDecoder('checksum')
    const received = decode(new Uint8Array(1_000_000).fill(0x41))
    expect(received.every(({ kind }) => kind === 'garbage')).toBe(true)
    expect(received.length).toBeGreaterThan(20_000)
  })
})

test('every value of the scales is encoded and decoded without loss', () => {
  expect(formatValue(defaultDialect, 'kv', 70)).toBe('KV070')
  expect(formatValue(defaultDialect, 'ma', 12.5)).toBe('MA00125')
  expect(formatValue(defaultDialect, 'ms', 1.25)).toBe('MS000125')
  expect(formatQuery(defaultDialect, 'ex')).toBe('EX?')
  for (const [key, value] of [
    ['ms', 1.6],
    ['mx', 0.125],
    ['ma', 500],
    ['kv', 125],
  ] as const)
    expect(parseDigits(defaultDialect, key, formatValue(defaultDialect, key, value).slice(2))).toBe(
      value,
    )
  expect(parseDigits(defaultDialect, 'kv', '')).toBeUndefined()
})
