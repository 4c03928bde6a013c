import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import {
  createDicomFile,
  encodeElements,
  encapsulate,
  createFile,
  createImageElements,
  createImageFile,
  encodeItem,
  syntaxes,
} from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, listVariedSamples } from '../testing/test-data.ts'
import { readFrameBytes, countFrames } from './frame-bytes.ts'
import { extractFrame, findFrameSpan } from './frame-span.ts'
import { readDicomHeader } from './header.ts'
import { readDicom } from './read-dicom.ts'

const two = { columns: 2, rows: 1, frames: 2 }

describe('frames of native pixel data', () => {
  test('a native frame is a view of the file, not a copy', () => {
    const file = createImageFile(two, [1, 2, 3, 4])
    const read = readDicom(file)
    expect(countFrames(read)).toBe(2)
    const { bytes, ...rest } = readFrameBytes(read, 1)
    expect([...bytes]).toEqual([3, 0, 4, 0])
    expect(bytes.buffer).toBe(file.buffer)
    expect(rest).toEqual({ transferSyntaxUid: syntaxes.explicit, isEncapsulated: false })
    expect(() => readFrameBytes(read, 2)).toThrow(DicomFault)
  })

  test('the bytes of a big-endian frame are swapped on request', () => {
    const read = readDicom(createImageFile(two, [1, 2, 3, 4], syntaxes.bigEndian))
    expect([...readFrameBytes(read, 1).bytes]).toEqual([0, 3, 0, 4])
    expect(readFrameBytes(read, 1).transferSyntaxUid).toBe(syntaxes.bigEndian)
    const swapped = readFrameBytes(read, 1, { isLittleEndian: true })
    expect([...swapped.bytes]).toEqual([3, 0, 4, 0])
    expect(swapped.transferSyntaxUid).toBe(syntaxes.explicit)
  })

  test('a frame of an odd number of bytes has no byte of the next frame', () => {
    const odd = { columns: 3, rows: 1, frames: 2, bitsAllocated: 8 }
    const read = readDicom(createImageFile(odd, Uint8Array.of(1, 2, 3, 4, 5, 6)))
    expect([...readFrameBytes(read, 0).bytes]).toEqual([1, 2, 3])
    expect([...readFrameBytes(read, 1).bytes]).toEqual([4, 5, 6])
  })

  test('a frame of single bits is aligned to its first byte', () => {
    const bits = { columns: 3, rows: 1, frames: 2, bitsAllocated: 1 }
    const read = readDicom(createImageFile(bits, Uint8Array.of(0b00_101_011, 0)))
    expect([...readFrameBytes(read, 0).bytes].map((byte) => byte & 0b111)).toEqual([0b011])
    expect([...readFrameBytes(read, 1).bytes]).toEqual([0b101])
  })
})

describe('spans of frames', () => {
  test('the span of a native frame is known from the header', () => {
    const file = createImageFile(two, [1, 2, 3, 4])
    const head = readDicomHeader(file.subarray(0, -8), file.length)
    const span = findFrameSpan(head, 1)
    expect(span).toEqual({ start: file.length - 4, end: file.length, hasHeaders: false })
    expect(() => findFrameSpan(head, 2)).toThrow(DicomFault)
  })

  const fragments = [Buffer.from('abcd'), Buffer.from('ef'), Buffer.from('ghijkl')]
  const compressed = (frames: number, table: Uint8Array, more: Uint8Array = new Uint8Array()) => {
    const body = Buffer.concat([
      encodeElements(createImageElements({ ...two, frames })),
      more,
      encapsulate(fragments),
    ])
    const at = body.indexOf(encodeItem(new Uint8Array()))
    const whole = Buffer.concat([body.subarray(0, at), encodeItem(table), body.subarray(at + 8)])
    return createFile(syntaxes.jpegBaseline, whole)
  }
  const found = (file: Uint8Array, index: number) => {
    const head = readDicomHeader(file.subarray(0, -40), file.length)
    const span = findFrameSpan(head, index)
    if (!span) return undefined
    const bytes = file.subarray(span.start, span.end)
    return Buffer.from(span.hasHeaders ? extractFrame(bytes) : bytes).toString()
  }

  test('the span of an encapsulated frame is known with a basic offset table or a single frame', () => {
    const table = new Uint8Array(Uint32Array.of(0, 22).buffer)
    expect([found(compressed(2, table), 0), found(compressed(2, table), 1)]).toEqual([
      'abcdef',
      'ghijkl',
    ])
    expect(found(compressed(1, new Uint8Array()), 0)).toBe('abcdefghijkl')
    expect(found(compressed(2, new Uint8Array()), 0)).toBeUndefined()
  })

  test('the span from an extended offset table has no item headers', () => {
    const numbers = (...values: bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer)
    const tables = encodeElements([
      [0x7f_e0_00_01, 'UN', numbers(0n, 12n, 22n)],
      [0x7f_e0_00_02, 'UN', numbers(4n, 2n, 6n)],
    ])
    const file = compressed(3, new Uint8Array(), tables)
    expect([0, 1, 2].map((index) => found(file, index))).toEqual(['abcd', 'ef', 'ghijkl'])
  })

  test('an offset outside of the file is a fault', () => {
    const table = new Uint8Array(Uint32Array.of(0, 4_000_000).buffer)
    expect(() => found(compressed(2, table), 0)).toThrow(DicomFault)
  })
})

test('counting the frames of a file without pixel data is a fault', () => {
  expect(() => countFrames(readDicom(createDicomFile([[0x00_08_00_60, 'CS', 'SR']])))).toThrow(
    DicomFault,
  )
})

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test('the span from the header of a real file holds the same frame as the whole file', () => {
    let spans = 0
    for (const path of listVariedSamples()) {
      const bytes = readSample(path)
      try {
        const file = readDicom(bytes)
        const head = readDicomHeader(bytes.subarray(0, 65_536), bytes.length)
        for (const index of [0, countFrames(file) - 1]) {
          const span = findFrameSpan(head, index)
          if (!span) continue
          const part = bytes.subarray(span.start, span.end)
          const frame = span.hasHeaders ? extractFrame(part) : part
          if (Buffer.compare(frame, readFrameBytes(file, index).bytes) !== 0)
            expect(path).toBe('same')
          spans++
        }
      } catch (error) {
        if (!(error instanceof DicomFault)) throw error
      }
    }
    expect(spans).toBeGreaterThan(200)
  }, 180_000)
})
