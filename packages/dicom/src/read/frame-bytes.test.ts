import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import {
  dicomFile,
  elementBytes,
  encapsulated,
  fileOf,
  imageElements,
  imageFile,
  itemBytes,
  syntaxes,
} from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, variedSamples } from '../testing/test-data.ts'
import { frameBytes, frameCount } from './frame-bytes.ts'
import { frameInSpan, frameSpan } from './frame-span.ts'
import { readHead } from './head.ts'
import { readDicom } from './read-dicom.ts'

const two = { columns: 2, rows: 1, frames: 2 }

describe('frames of plain pixels', () => {
  test('are windows onto the file', () => {
    const file = imageFile(two, [1, 2, 3, 4])
    const read = readDicom(file)
    expect(frameCount(read)).toBe(2)
    const { bytes, ...rest } = frameBytes(read, 1)
    expect([...bytes]).toEqual([3, 0, 4, 0])
    expect(bytes.buffer).toBe(file.buffer)
    expect(rest).toEqual({ transferSyntaxUid: syntaxes.explicit, isEncapsulated: false })
    expect(() => frameBytes(read, 2)).toThrow(DicomFault)
  })

  test('of another order are turned where that is asked for', () => {
    const read = readDicom(imageFile(two, [1, 2, 3, 4], syntaxes.bigEndian))
    expect([...frameBytes(read, 1).bytes]).toEqual([0, 3, 0, 4])
    expect(frameBytes(read, 1).transferSyntaxUid).toBe(syntaxes.bigEndian)
    const turned = frameBytes(read, 1, { isLittleEndian: true })
    expect([...turned.bytes]).toEqual([3, 0, 4, 0])
    expect(turned.transferSyntaxUid).toBe(syntaxes.explicit)
  })

  test('of an odd number of bytes have no byte of the next', () => {
    const odd = { columns: 3, rows: 1, frames: 2, bitsAllocated: 8 }
    const read = readDicom(imageFile(odd, Uint8Array.of(1, 2, 3, 4, 5, 6)))
    expect([...frameBytes(read, 0).bytes]).toEqual([1, 2, 3])
    expect([...frameBytes(read, 1).bytes]).toEqual([4, 5, 6])
  })

  test('of single bits begin with their first byte', () => {
    const bits = { columns: 3, rows: 1, frames: 2, bitsAllocated: 1 }
    const read = readDicom(imageFile(bits, Uint8Array.of(0b00_101_011, 0)))
    expect([...frameBytes(read, 0).bytes].map((byte) => byte & 0b111)).toEqual([0b011])
    expect([...frameBytes(read, 1).bytes]).toEqual([0b101])
  })
})

describe('where a frame lies', () => {
  test('is known of plain pixels from the head', () => {
    const file = imageFile(two, [1, 2, 3, 4])
    const head = readHead(file.subarray(0, -8), file.length)
    const span = frameSpan(head, 1)
    expect(span).toEqual({ start: file.length - 4, end: file.length, hasHeaders: false })
    expect(() => frameSpan(head, 2)).toThrow(DicomFault)
  })

  const fragments = [Buffer.from('abcd'), Buffer.from('ef'), Buffer.from('ghijkl')]
  const compressed = (frames: number, table: Uint8Array, more: Uint8Array = new Uint8Array()) => {
    const body = Buffer.concat([
      elementBytes(imageElements({ ...two, frames })),
      more,
      encapsulated(fragments),
    ])
    const at = body.indexOf(itemBytes(new Uint8Array()))
    const whole = Buffer.concat([body.subarray(0, at), itemBytes(table), body.subarray(at + 8)])
    return fileOf(syntaxes.jpegBaseline, whole)
  }
  const found = (file: Uint8Array, index: number) => {
    const head = readHead(file.subarray(0, -40), file.length)
    const span = frameSpan(head, index)
    if (!span) return undefined
    const bytes = file.subarray(span.start, span.end)
    return Buffer.from(span.hasHeaders ? frameInSpan(bytes) : bytes).toString()
  }

  test('is known of compressed ones where there is a table, or one frame', () => {
    const table = new Uint8Array(Uint32Array.of(0, 22).buffer)
    expect([found(compressed(2, table), 0), found(compressed(2, table), 1)]).toEqual([
      'abcdef',
      'ghijkl',
    ])
    expect(found(compressed(1, new Uint8Array()), 0)).toBe('abcdefghijkl')
    expect(found(compressed(2, new Uint8Array()), 0)).toBeUndefined()
  })

  test('is known from an extended table, which has no headers', () => {
    const numbers = (...values: bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer)
    const tables = elementBytes([
      [0x7f_e0_00_01, 'UN', numbers(0n, 12n, 22n)],
      [0x7f_e0_00_02, 'UN', numbers(4n, 2n, 6n)],
    ])
    const file = compressed(3, new Uint8Array(), tables)
    expect([0, 1, 2].map((index) => found(file, index))).toEqual(['abcd', 'ef', 'ghijkl'])
  })

  test('outside of the file is damage', () => {
    const table = new Uint8Array(Uint32Array.of(0, 4_000_000).buffer)
    expect(() => found(compressed(2, table), 0)).toThrow(DicomFault)
  })
})

test('a file without pixels has no frames', () => {
  expect(() => frameCount(readDicom(dicomFile([[0x00_08_00_60, 'CS', 'SR']])))).toThrow(DicomFault)
})

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test('have their frames where their heads say', () => {
    let spans = 0
    for (const path of variedSamples()) {
      const bytes = readSample(path)
      try {
        const file = readDicom(bytes)
        const head = readHead(bytes.subarray(0, 65_536), bytes.length)
        for (const index of [0, frameCount(file) - 1]) {
          const span = frameSpan(head, index)
          if (!span) continue
          const part = bytes.subarray(span.start, span.end)
          const frame = span.hasHeaders ? frameInSpan(part) : part
          if (Buffer.compare(frame, frameBytes(file, index).bytes) !== 0) expect(path).toBe('same')
          spans++
        }
      } catch (error) {
        if (!(error instanceof DicomFault)) throw error
      }
    }
    expect(spans).toBeGreaterThan(200)
  }, 60_000)
})
