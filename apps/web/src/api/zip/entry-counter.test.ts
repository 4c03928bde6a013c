import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imagesZip, zipOf } from '../../testing/zip.ts'
import { entryCounter } from './entry-counter.ts'

/** Counts the bytes in pieces that end at these places. */
function counted(zip: Uint8Array, cuts: readonly number[]) {
  const counter = entryCounter()
  const places = [0, ...cuts.map((cut) => cut % (zip.length + 1)), zip.length]
  places.sort((a, b) => a - b)
  for (const [index, from] of places.entries()) counter.add(zip.subarray(from, places[index + 1]))
  return { count: counter.count(), isWhole: counter.isWhole() }
}

const entry = fc.record({
  name: fc.uuid(),
  bytes: fc.uint8Array({ maxLength: 60 }),
  isKnown: fc.boolean(),
})

test('every entry is counted once, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      async (entries, cuts) => {
        const zip = await zipOf(entries)
        expect(counted(zip, cuts)).toEqual({ count: entries.length, isWhole: true })
      },
    ),
  )
})

test('byte by byte, too', async () => {
  const zip = await imagesZip(3, 40)
  const everywhere = Array.from(zip, (_byte, place) => place)
  expect(counted(zip, everywhere)).toEqual({ count: 4, isWhole: true })
})

test('the signature alone, in the middle of an image, is not an entry', async () => {
  const signature = Uint8Array.of(0x50, 0x4b, 0x03, 0x04)
  const nearly = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x00, 0x00, 0x00)
  const deflated = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x08, 0x00)
  const zip = await zipOf(
    [signature, nearly, deflated].map((bytes, index) => ({ name: `${index}.dcm`, bytes })),
  )
  expect(counted(zip, []).count).toBe(3)
})

test('a signature that begins again in its own middle is found', () => {
  const counter = entryCounter()
  counter.add(Uint8Array.of(0x50, 0x4b, 0x50, 0x4b, 0x03))
  counter.add(Uint8Array.of(0x04, 0x14, 0x00, 0x08, 0x08, 0x00, 0x00))
  expect(counter.count()).toBe(1)
})

test('a zip that was cut anywhere is not whole', async () => {
  const zip = await imagesZip(2, 30)
  for (let length = 0; length < zip.length; length += 1)
    expect(counted(zip.subarray(0, length), [7, 90]).isWhole).toBe(false)
  expect(counted(zip, [7, 90]).isWhole).toBe(true)
})
