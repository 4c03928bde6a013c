import { describe, expect, test } from 'vitest'
import {
  elementBytes,
  encapsulated,
  fileOf,
  imageElements,
  imageFile,
  syntaxes,
} from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { renderDicom } from './render.ts'

const one = { columns: 4, rows: 1 }
const shown = async (file: Uint8Array, frame = 0) => [...(await renderDicom(file, { frame })).data]

const text = (tag: number, vr: string, value: string): NewElement => [tag, vr, value]
const window = (center: number, width: number): NewElement[] => [
  text(0x00_28_10_50, 'DS', String(center)),
  text(0x00_28_10_51, 'DS', String(width)),
]

describe('stored values', () => {
  test('are spread over all greys where the file wishes for no window', async () => {
    expect(await shown(imageFile(one, [100, 150, 200, 300]))).toEqual([0, 64, 128, 255])
  })

  test('may be negative', async () => {
    const signed = { ...one, bitsStored: 12, isSigned: true }
    expect(await shown(imageFile(signed, [-2048, 0, 1023, 2047]))).toEqual([0, 128, 191, 255])
  })

  test('may lie high in their cells, with foreign bits around them', async () => {
    const high = { ...one, bitsStored: 8, highBit: 11, more: window(128, 256) }
    expect(await shown(imageFile(high, [0x0_00_f, 0xf_80_f, 0x1_ff_0, 0x0_40_0]))).toEqual([
      0, 128, 255, 64,
    ])
  })

  test('may be bytes, words in either order, or four bytes', async () => {
    const bytes = Uint8Array.of(0, 64, 128, 255)
    expect(await shown(imageFile({ ...one, bitsAllocated: 8 }, bytes))).toEqual([...bytes])
    for (const syntax of [syntaxes.explicit, syntaxes.bigEndian, syntaxes.implicit]) {
      expect(await shown(imageFile(one, [0, 257, 514, 1020], syntax))).toEqual([0, 64, 129, 255])
    }
    const long = new Uint8Array(Uint32Array.of(0, 1_000_000, 2_000_000, 4_000_000).buffer)
    expect(await shown(imageFile({ ...one, bitsAllocated: 32 }, long))).toEqual([0, 64, 128, 255])
  })

  test('may be single bits, and a frame may begin inside a byte', async () => {
    const bits = { columns: 3, rows: 1, frames: 2, bitsAllocated: 1, more: window(1, 1) }
    const file = imageFile(bits, Uint8Array.of(0b00_101_011, 0))
    expect(await shown(file, 0)).toEqual([255, 255, 0])
    expect(await shown(file, 1)).toEqual([255, 0, 255])
  })

  test('that only fill the frame do not spoil the spread', async () => {
    const padded = { ...one, more: [[0x00_28_01_20, 'US', [0]] as const] }
    expect(await shown(imageFile(padded, [0, 1000, 1100, 1200]))).toEqual([0, 0, 128, 255])
  })

  test('that are all the same make one grey', async () => {
    expect(await shown(imageFile(one, [7, 7, 7, 7]))).toEqual([0, 0, 0, 0])
  })
})

describe('from values to greys', () => {
  const values = [0, 1024, 2048, 4095]
  const greys = (...more: NewElement[]) =>
    shown(imageFile({ ...one, bitsStored: 12, more }, values))

  test('a window shows what lies inside it', async () => {
    expect(await greys(...window(2048, 4096))).toEqual([0, 64, 128, 255])
    expect(await greys(...window(1024, 1))).toEqual([0, 255, 255, 255])
    expect(await greys(...window(1024, 2049))).toEqual([0, 128, 255, 255])
  })

  test('the exact and the curved function are their own', async () => {
    const shaped = (name: string) => text(0x00_28_10_56, 'CS', name)
    expect(await greys(...window(2048, 2048), shaped('LINEAR_EXACT'))).toEqual([0, 0, 128, 255])
    expect(await greys(...window(2048, 2048), shaped('SIGMOID'))).toEqual([5, 30, 128, 250])
  })

  test('a window of nothing is no window', async () => {
    expect(await greys(...window(2048, 0))).toEqual([0, 64, 128, 255])
  })

  test('the first of several windows is shown', async () => {
    const several = [text(0x00_28_10_50, 'DS', '2048\\10'), text(0x00_28_10_51, 'DS', '4096\\20')]
    expect(await greys(...several)).toEqual([0, 64, 128, 255])
  })

  test('rescaling comes before the window, also downwards', async () => {
    const rescaled = [text(0x00_28_10_52, 'DS', '4095'), text(0x00_28_10_53, 'DS', '-1')]
    expect(await greys(...rescaled, ...window(2048, 4096))).toEqual([255, 191, 127, 0])
  })

  test('MONOCHROME1 is white where it is low, and a shape turns it no second time', async () => {
    const turned = async (photometric: string, ...more: NewElement[]) =>
      shown(imageFile({ ...one, bitsStored: 12, photometric, more }, values))
    const shape = (name: string) => text(0x20_50_00_20, 'CS', name)
    expect(await turned('MONOCHROME1')).toEqual([255, 191, 127, 0])
    expect(await turned('MONOCHROME1', shape('INVERSE'))).toEqual([255, 191, 127, 0])
    expect(await turned('MONOCHROME2', shape('INVERSE'))).toEqual([255, 191, 127, 0])
    expect(await turned('MONOCHROME2', shape('IDENTITY'))).toEqual([0, 64, 128, 255])
  })

  test('tables take the place of rescaling and window', async () => {
    const table = (tag: number, first: number, bits: number, words: number[]): NewElement => [
      tag,
      'SQ',
      [
        [
          [0x00_28_30_02, 'US', [words.length, first, bits]],
          [0x00_28_30_06, 'US', words],
        ],
      ],
    ]
    const voi = table(0x00_28_30_10, 1, 12, [0, 1000, 4095])
    expect(await shown(imageFile({ ...one, more: [voi] }, [0, 1, 2, 9]))).toEqual([0, 0, 62, 255])
    const modality = table(0x00_28_30_00, 0, 16, [10, 30, 20])
    const both = { ...one, more: [modality, ...window(20, 21)] }
    expect(await shown(imageFile(both, [0, 1, 2, 9]))).toEqual([6, 255, 134, 134])
  })

  test('an enhanced file has a window for each frame', async () => {
    const group = (center: number): NewElement[] => [[0x00_28_91_32, 'SQ', [window(center, 100)]]]
    const frames: NewElement = [0x52_00_92_30, 'SQ', [group(50), group(150)]]
    const file = imageFile({ columns: 1, rows: 1, frames: 2, more: [frames] }, [100, 100])
    expect([await shown(file, 0), await shown(file, 1)]).toEqual([[255], [0]])
  })
})

describe('colours', () => {
  const colour: ImageOptions = { columns: 2, rows: 1, samples: 3, bitsAllocated: 8 }
  const planes: NewElement = [0x00_28_00_06, 'US', [1]]

  test('lie pixel by pixel or plane by plane', async () => {
    const rgb = { ...colour, photometric: 'RGB' }
    const pixels = [10, 20, 30, 40, 50, 60]
    expect(await shown(imageFile(rgb, Uint8Array.from(pixels)))).toEqual(pixels)
    const planar = imageFile({ ...rgb, more: [planes] }, Uint8Array.of(10, 40, 20, 50, 30, 60))
    expect(await shown(planar)).toEqual(pixels)
  })

  test('of 16 bits are shown in 8', async () => {
    const deep = { ...colour, photometric: 'RGB', bitsAllocated: 16 }
    const file = imageFile(deep, [0, 0x80_ff, 0xff_ff, 0x01_00, 0x10_00, 0xab_cd])
    expect(await shown(file)).toEqual([0, 128, 255, 1, 16, 171])
  })

  test('of brightness and difference become red, green and blue', async () => {
    const full = { ...colour, photometric: 'YBR_FULL' }
    const file = imageFile(full, Uint8Array.of(76, 85, 255, 200, 128, 128))
    expect(await shown(file)).toEqual([254, 0, 0, 200, 200, 200])
    const shared = { ...colour, photometric: 'YBR_FULL_422' }
    const pair = imageFile(shared, Uint8Array.of(76, 200, 85, 255))
    expect((await shown(pair)).slice(0, 3)).toEqual([254, 0, 0])
  })

  test('of a palette are looked up, and an index outside of it takes the last', async () => {
    const palette = (place: number, words: number[]): NewElement[] => [
      [0x00_28_11_01 + place, 'US', [words.length, 10, 16]],
      [0x00_28_12_01 + place, 'OW', words],
    ]
    const more = [
      ...palette(0, [0xff_00, 0x10_00]),
      ...palette(1, [0x80_00, 0x20_00]),
      ...palette(2, [0x00_00, 0x30_00]),
    ]
    const options = { columns: 2, rows: 1, bitsAllocated: 8, photometric: 'PALETTE COLOR', more }
    expect(await shown(imageFile(options, Uint8Array.of(10, 255)))).toEqual([
      255, 128, 0, 16, 32, 48,
    ])
  })
})

describe('run lengths', () => {
  /** A header for segments that follow each other, and the segments. */
  const rle = (...segments: number[][]) => {
    const offsets = segments.map((_, index) => 64 + segments.slice(0, index).flat().length)
    const header = new Uint8Array(
      Uint32Array.from({ length: 16 }, (_, place) =>
        place === 0 ? segments.length : (offsets[place - 1] ?? 0),
      ).buffer,
    )
    return Buffer.concat([header, Uint8Array.from(segments.flat())])
  }
  const file = (options: ImageOptions, ...fragments: Uint8Array[]) =>
    fileOf(
      syntaxes.rle,
      Buffer.concat([elementBytes(imageElements(options)), encapsulated(fragments)]),
    )

  test('are unpacked, high bytes first', async () => {
    // Four high bytes: 1 twice, then 2 and 3. Four low ones: 0 four times.
    const packed = rle([0xff, 1, 0x01, 2, 3], [0xfd, 0])
    expect(await shown(file(one, packed))).toEqual([0, 0, 128, 255])
  })

  test('may lie in several fragments', async () => {
    const packed = rle([0xff, 1, 0x01, 2, 3], [0xfd, 0])
    const parts = [packed.subarray(0, 66), packed.subarray(66)]
    expect(await shown(file(one, ...parts))).toEqual([0, 0, 128, 255])
  })

  test.each([
    ['too few', rle([0xff, 1], [0xfd, 0])],
    ['of another number of bytes', rle([0xfd, 1])],
    [
      'that begin behind the end',
      Buffer.concat([Uint8Array.of(2, 0, 0, 0, 64, 0, 0, 0), Buffer.alloc(56, 0xff)]),
    ],
    ['without a header', Buffer.from([2, 0])],
  ])('%s are damaged', async (_, packed) => {
    await expect(renderDicom(file(one, packed))).rejects.toMatchObject({ code: 'damaged-picture' })
  })
})

test('too few pixels, or a frame that is not there, is told', async () => {
  const file = imageFile(one, [1, 2, 3])
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'damaged-picture' })
  await expect(renderDicom(file, { frame: 1 })).rejects.toMatchObject({ code: 'no-such-frame' })
})

test('a picture in a codec that nobody has is told', async () => {
  const bytes = Buffer.concat([
    elementBytes(imageElements(one)),
    encapsulated([Buffer.from('film')]),
  ])
  const file = fileOf('1.2.840.10008.1.2.4.100', bytes)
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'unsupported' })
})
