import { expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import { formatDicomJson } from '../json/dicom-json.ts'
import { limits } from '../limits.ts'
import { createDicomFile, syntaxes } from '../testing/synthetic-file.ts'
import { createHeaderCollector } from './header-collector.ts'
import { readDicomHeader } from './header.ts'

const longValue = new Uint8Array(500_000).fill(7)
const elements = [
  [0x00_08_00_18, 'UI', '2.25.1'],
  [0x00_09_00_10, 'LO', 'MAKER'],
  [0x00_09_10_01, 'OB', longValue],
  [0x00_10_00_10, 'PN', 'Rex'],
  [0x00_40_02_75, 'SQ', [[[0x00_40_00_07, 'LO', 'Knee']]]],
  [0x00_42_00_11, 'OB', longValue],
  [0x7f_e0_00_10, 'OW', [1, 2, 3, 4]],
] as const

function collect(file: Uint8Array, chunkBytes: number) {
  const collector = createHeaderCollector(file.length)
  for (let at = 0; at < file.length; at += chunkBytes) {
    if (!collector.add(file.subarray(at, at + chunkBytes))) break
  }
  return collector.finish()
}

const toJson = (bytes: Uint8Array, fileBytes: number) =>
  formatDicomJson(readDicomHeader(bytes, fileBytes).dataSet, { bulkDataUri: (path) => path })

test.each([syntaxes.explicit, syntaxes.implicit, syntaxes.bigEndian, syntaxes.deflated])(
  'a header that arrives in chunks is read like the whole file: %s',
  (syntax) => {
    const file = createDicomFile(elements, syntax)
    for (const chunkBytes of [1000, 65_536, 5_000_000]) {
      const bytes = collect(file, chunkBytes)
      expect(toJson(bytes, file.length)).toBe(toJson(file, file.length))
      expect(readDicomHeader(bytes, file.length).pixelData?.start).toBe(
        readDicomHeader(file, file.length).pixelData?.start,
      )
    }
  },
)

test('long values are skipped', () => {
  const file = createDicomFile(elements, syntaxes.explicit)
  const bytes = collect(file, 65_536)
  expect(bytes.filter((byte) => byte === 7).length).toBeLessThan(longValue.length)
})

test('a header that is longer than the limit without its long values is refused', () => {
  const collector = createHeaderCollector(2 * limits.headerBytes)
  // Nothing of a deflated file can be skipped.
  const open = createDicomFile(elements, syntaxes.deflated)
  expect(() => {
    collector.add(open)
    for (let at = 0; at < 2 * limits.headerBytes; at += 4_000_000)
      collector.add(new Uint8Array(4_000_000).fill(1))
  }).toThrow(DicomFault)
})
