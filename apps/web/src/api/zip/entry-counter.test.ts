import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createImagesZip, createZip } from '../../testing/zip.ts'
import { createEntryCounter } from './entry-counter.ts'

/** Counts the entries of the zip, fed in chunks that end at these positions. */
function countEntries(zip: Uint8Array, cuts: readonly number[]) {
  const counter = createEntryCounter()
  const positions = [0, ...cuts.map((cut) => cut % (zip.length + 1)), zip.length]
  positions.sort((a, b) => a - b)
  for (const [index, from] of positions.entries())
    counter.add(zip.subarray(from, positions[index + 1]))
  return { count: counter.count(), isWhole: counter.isComplete() }
}

const entry = fc.record({
  name: fc.uuid(),
  bytes: fc.uint8Array({ maxLength: 60 }),
  isKnown: fc.boolean(),
})

test('every zip entry is counted once, however the bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      async (entries, cuts) => {
        const zip = await createZip(entries)
        expect(countEntries(zip, cuts)).toEqual({ count: entries.length, isWhole: true })
      },
    ),
  )
})

test('every zip entry is counted once if the bytes come one at a time', async () => {
  const zip = await createImagesZip(3, 40)
  const everywhere = Array.from(zip, (_byte, place) => place)
  expect(countEntries(zip, everywhere)).toEqual({ count: 4, isWhole: true })
})

test('the zip signature alone, in the middle of an image, is not counted as an entry', async () => {
  const signature = Uint8Array.of(0x50, 0x4b, 0x03, 0x04)
  const nearly = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x00, 0x00, 0x00)
  const deflated = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08, 0x08, 0x00)
  const zip = await createZip(
    [signature, nearly, deflated].map((bytes, index) => ({ name: `${index}.dcm`, bytes })),
  )
  expect(countEntries(zip, []).count).toBe(3)
})

test('a zip signature that follows half a signature is found', () => {
  const counter = createEntryCounter()
  counter.add(Uint8Array.of(0x50, 0x4b, 0x50, 0x4b, 0x03))
  counter.add(Uint8Array.of(0x04, 0x14, 0x00, 0x08, 0x08, 0x00, 0x00))
  expect(counter.count()).toBe(1)
})

test('a zip truncated at any position is not complete', async () => {
  const zip = await createImagesZip(2, 30)
  for (let length = 0; length < zip.length; length += 1)
    expect(countEntries(zip.subarray(0, length), [7, 90]).isWhole).toBe(false)
  expect(countEntries(zip, [7, 90]).isWhole).toBe(true)
})
