import { expect, test } from 'vitest'
import { encodeItem } from '../testing/synthetic-file.ts'
import { createFragmentScanner } from './fragment-scanner.ts'

const start = (length: number) => Uint8Array.of(0xff, 0xd8, ...new Uint8Array(length))
const more = (length: number) => new Uint8Array(length).fill(7)
const delimiter = Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0)
const toPixelData = (...fragments: readonly Uint8Array[]) =>
  Buffer.concat([
    encodeItem(new Uint8Array()),
    ...fragments.map((one) => encodeItem(one)),
    delimiter,
  ])

function scan(bytes: Uint8Array, chunkBytes: number, frames: number) {
  const scanner = createFragmentScanner(100)
  for (let at = 0; at < bytes.length; at += chunkBytes)
    if (!scanner.add(bytes.subarray(at, at + chunkBytes))) break
  return scanner.finish(frames).map(({ start, end }) => [start, end])
}

test.each([1, 3, 7, 1000])('frames are found in chunks of %i bytes', (chunkBytes) => {
  const one = toPixelData(start(10), more(4), start(2), more(0), more(6))
  // The header of an item has eight bytes, the empty offset table is the first item.
  expect(scan(one, chunkBytes, 2)).toEqual([
    [108, 140],
    [140, 174],
  ])
  expect(scan(toPixelData(more(4), more(6)), chunkBytes, 2)).toEqual([
    [108, 120],
    [120, 134],
  ])
  expect(scan(toPixelData(more(4), more(6)), chunkBytes, 1)).toEqual([[108, 134]])
})

test('a fragment that ends outside of the file is no frame', () => {
  expect(scan(toPixelData(start(10), start(50)).subarray(0, 60), 8, 2)).toEqual([[108, 128]])
})

test.each([1, 8, 1000])(
  'a file is complete if no fragment is cut, in chunks of %i',
  (chunkBytes) => {
    const whole = toPixelData(start(10), start(50))
    const isComplete = (bytes: Uint8Array) => {
      const scanner = createFragmentScanner(100)
      for (let at = 0; at < bytes.length; at += chunkBytes)
        if (!scanner.add(bytes.subarray(at, at + chunkBytes))) break
      return scanner.isComplete()
    }
    expect(isComplete(whole)).toBe(true)
    expect(isComplete(Buffer.concat([whole, more(20)]))).toBe(true)
    // Some devices write no delimiter.
    expect(isComplete(whole.subarray(0, -8))).toBe(true)
    expect(isComplete(whole.subarray(0, -9))).toBe(false)
    expect(isComplete(whole.subarray(0, -62))).toBe(false)
    expect(isComplete(whole.subarray(0, 4))).toBe(false)
  },
)
