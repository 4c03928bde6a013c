import { expect, test } from 'vitest'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import { findReduction, reduceRows } from './reduced-image.ts'

/** A header that announces the pixels of an image, without them. */
function readAnnounced(options: object, syntax?: string) {
  const size = { columns: 9001, rows: 9000, bitsStored: 12, ...options }
  const file = createImageFile(size, new Uint8Array(2), syntax)
  const length = size.columns * size.rows * 2
  // The length of the last element: two bytes of pixel data before the end.
  new DataView(file.buffer, file.byteOffset).setUint32(
    file.byteLength - 6,
    length,
    syntax !== syntaxes.bigEndian,
  )
  return findReduction(file, file.byteLength - 2 + length)
}

test('a very large image is reduced by the smallest power of two that suffices', () => {
  expect(readAnnounced({})?.reduction).toMatchObject({
    step: 2,
    columns: 9001,
    rows: 9000,
    reducedColumns: 4501,
    reducedRows: 4500,
    bits: 16,
    cells: { bits: 12 },
  })
  expect(readAnnounced({ columns: 30_000, rows: 20_000 })?.reduction.step).toBe(8)
})

test('loops and images of ordinary size or in big endian are not reduced', () => {
  expect(readAnnounced({ columns: 3000, rows: 2400 })).toBeUndefined()
  expect(readAnnounced({}, syntaxes.bigEndian)).toBeUndefined()
  expect(readAnnounced({ frames: 2 })).toBeUndefined()
})

test('a reduced row has the means of its squares, also at an edge, without unused bits', () => {
  const reduction = readAnnounced({ columns: 9001 })?.reduction
  if (!reduction) throw new Error('not reduced')
  const small = { ...reduction, columns: 5, reducedColumns: 3 }
  const target = new Uint16Array(3)
  const stored = Uint16Array.of(1, 3, 10, 20, 0xf0_07, 5, 7, 30, 40, 9)
  reduceRows(new Uint8Array(stored.buffer), new Uint8Array(target.buffer), small)
  expect([...target]).toEqual([4, 25, 8])
  const signed = { ...small, isSigned: true, cells: undefined }
  const negative = Int16Array.of(-1, -3, 10, 20, -8, -5, -7, 30, 40, -8)
  const means = new Int16Array(3)
  reduceRows(new Uint8Array(negative.buffer), new Uint8Array(means.buffer), signed)
  expect([...means]).toEqual([-4, 25, -8])
})
