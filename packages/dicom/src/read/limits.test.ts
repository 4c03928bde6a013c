import { expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import { formatDicomJson } from '../json/dicom-json.ts'
import { limits } from '../limits.ts'
import { createDicomFile, syntaxes } from '../testing/synthetic-file.ts'
import { readDicom } from './read-dicom.ts'

const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const start = createDicomFile([[0x00_08_00_18, 'UI', '2.25.1']], syntaxes.explicit)

/** Empty private elements with ascending tags. */
function createElements(count: number): Uint8Array {
  const bytes = Buffer.alloc(8 * count)
  for (let at = 0; at < count; at++) {
    bytes.writeUInt16LE(0x29 + 2 * Math.floor(at / 50_000), 8 * at)
    bytes.writeUInt16LE(0x10_00 + (at % 50_000), 8 * at + 2)
    bytes.write('LO', 8 * at + 4)
  }
  return bytes
}

function detailOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return error instanceof DicomFault ? `${error.code}: ${error.detail}` : String(error)
  }
}

test('a file with more elements than the limit is refused, and the limit is named', () => {
  expect(detailOf(() => readDicom(join(start, createElements(limits.elements - 1))))).toBe('none')
  expect(detailOf(() => readDicom(join(start, createElements(limits.elements))))).toBe(
    `too-large: more than ${limits.elements} elements beside each other`,
  )
})

test('zeros after the last element are padding, however many', () => {
  const { dataSet } = readDicom(join(start, new Uint8Array(20_000_000)))
  expect([...dataSet.elements()]).toHaveLength(1)
})

test('zeros that other bytes follow are refused', () => {
  const file = join(start, new Uint8Array(20_000_000), Uint8Array.of(1))
  expect(detailOf(() => readDicom(file))).toContain('too-large')
})

test('a long list of values is bulk data', () => {
  const values = '1\\'.repeat(limits.writtenValueBytes)
  const file = createDicomFile([[0x00_28_30_06, 'UT', values]], syntaxes.implicit)
  const json = formatDicomJson(readDicom(file).dataSet, { bulkDataUri: (path) => path })
  expect(json).toContain('"BulkDataURI":"00283006"')
})
