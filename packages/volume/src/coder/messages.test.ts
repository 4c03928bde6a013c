import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VolumeFault } from '../fault.ts'
import { readMessages, writeMessage } from './messages.ts'

const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

test('messages are read from chunks that are cut at any place', () => {
  const slice = fc.tuple(fc.nat(100_000), fc.option(fc.uint8Array({ maxLength: 40 })))
  fc.assert(
    fc.property(
      fc.array(slice, { maxLength: 8 }),
      fc.infiniteStream(fc.nat(30)),
      (slices, cuts) => {
        const stream = join(slices.map(([index, bytes]) => writeMessage(index, bytes)))
        const reader = readMessages()
        const read = []
        for (let at = 0; at < stream.length;) {
          const size = cuts.next().value
          read.push(...reader.read(stream.subarray(at, at + size)))
          at += size
        }
        reader.end()
        expect(read).toEqual(
          slices.map(([index, bytes]) => ({
            index,
            isMissing: bytes === null,
            bytes: bytes ?? new Uint8Array(),
          })),
        )
      },
    ),
  )
})

test('messages in reused memory are whole when they are read', () => {
  const reader = readMessages({ isReused: true })
  const slices = [[1, 2, 3], [], [4], [5, 6, 7, 8, 9, 10]]
  const stream = join(slices.map((bytes, index) => writeMessage(index, Uint8Array.from(bytes))))
  const read: number[][] = []
  for (let at = 0; at < stream.length; at += 25)
    for (const { bytes } of reader.read(stream.subarray(at, at + 25))) read.push([...bytes])
  reader.end()
  expect(read).toEqual(slices)
})

test('a stream that ends inside a header or inside a slice is reported', () => {
  const message = writeMessage(3, Uint8Array.from([1, 2, 3]))
  for (const length of [1, 15, 16, 18]) {
    const reader = readMessages()
    expect([...reader.read(message.subarray(0, length))]).toEqual([])
    expect(() => reader.end()).toThrow(VolumeFault)
  }
})

test('a wrong magic number, unknown flags and a lying length are reported at once', () => {
  const damage = (at: number, value: number) => {
    const message = writeMessage(3, Uint8Array.from([1, 2, 3]))
    message[at] = value
    return message
  }
  for (const bytes of [damage(0, 0), damage(12, 2), damage(11, 0xff)])
    expect(() => [...readMessages().read(bytes)]).toThrow(VolumeFault)
})
