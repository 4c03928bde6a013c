import { describe, expect, test } from 'vitest'
import {
  encodeElements,
  encapsulate,
  createFile,
  createImageElements,
  createImageFile,
  syntaxes,
} from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { renderDicom } from './render.ts'

const one = { columns: 4, rows: 1 }
const render = async (file: Uint8Array, frame = 0) => [...(await renderDicom(file, { frame })).data]

const text = (tag: number, vr: string, value: string): NewElement => [tag, vr, value]
const window = (center: number, width: number): NewElement[] => [
  text(0x00_28_10_50, 'DS', String(center)),
  text(0x00_28_10_51, 'DS', String(width)),
]

describe('rendering of stored values', () => {
  test('stored values are spread over all grey levels if the file has no window', async () => {
    expect(await render(createImageFile(one, [100, 150, 200, 300]))).toEqual([0, 64, 128, 255])
  })

  test('negative stored values are rendered', async () => {
    const signed = { ...one, bitsStored: 12, isSigned: true }
    expect(await render(createImageFile(signed, [-2048, 0, 1023, 2047]))).toEqual([
      0, 128, 191, 255,
    ])
  })

  test('stored values in the high bits of their cells are masked', async () => {
    const high = { ...one, bitsStored: 8, highBit: 11, more: window(128, 256) }
    expect(await render(createImageFile(high, [0x0_00_f, 0xf_80_f, 0x1_ff_0, 0x0_40_0]))).toEqual([
      0, 128, 255, 64,
    ])
  })

  test('stored values of one, two or four bytes in either byte order are rendered', async () => {
    const bytes = Uint8Array.of(0, 64, 128, 255)
    expect(await render(createImageFile({ ...one, bitsAllocated: 8 }, bytes))).toEqual([...bytes])
    for (const syntax of [syntaxes.explicit, syntaxes.bigEndian, syntaxes.implicit]) {
      expect(await render(createImageFile(one, [0, 257, 514, 1020], syntax))).toEqual([
        0, 64, 129, 255,
      ])
    }
    const long = new Uint8Array(Uint32Array.of(0, 1_000_000, 2_000_000, 4_000_000).buffer)
    expect(await render(createImageFile({ ...one, bitsAllocated: 32 }, long))).toEqual([
      0, 64, 128, 255,
    ])
  })

  test('single-bit frames are rendered even if they begin inside a byte', async () => {
    const bits = { columns: 3, rows: 1, frames: 2, bitsAllocated: 1, more: window(1, 1) }
    const file = createImageFile(bits, Uint8Array.of(0b00_101_011, 0))
    expect(await render(file, 0)).toEqual([255, 255, 0])
    expect(await render(file, 1)).toEqual([255, 0, 255])
  })

  test('pixel padding does not count for the range of grey levels', async () => {
    const padded = { ...one, more: [[0x00_28_01_20, 'US', [0]] as const] }
    expect(await render(createImageFile(padded, [0, 1000, 1100, 1200]))).toEqual([0, 0, 128, 255])
  })

  test('an image of equal stored values has one grey level', async () => {
    expect(await render(createImageFile(one, [7, 7, 7, 7]))).toEqual([0, 0, 0, 0])
  })
})

describe('from modality values to grey levels', () => {
  const values = [0, 1024, 2048, 4095]
  const renderValues = (...more: NewElement[]) =>
    render(createImageFile({ ...one, bitsStored: 12, more }, values))

  test('a window maps its range of values to all grey levels', async () => {
    expect(await renderValues(...window(2048, 4096))).toEqual([0, 64, 128, 255])
    expect(await renderValues(...window(1024, 1))).toEqual([0, 255, 255, 255])
    expect(await renderValues(...window(1024, 2049))).toEqual([0, 128, 255, 255])
  })

  test('LINEAR_EXACT and SIGMOID windows have their own functions', async () => {
    const shaped = (name: string) => text(0x00_28_10_56, 'CS', name)
    expect(await renderValues(...window(2048, 2048), shaped('LINEAR_EXACT'))).toEqual([
      0, 0, 128, 255,
    ])
    expect(await renderValues(...window(2048, 2048), shaped('SIGMOID'))).toEqual([5, 30, 128, 250])
  })

  test('a window of width zero is ignored', async () => {
    expect(await renderValues(...window(2048, 0))).toEqual([0, 64, 128, 255])
  })

  test('the first of several windows is applied', async () => {
    const several = [text(0x00_28_10_50, 'DS', '2048\\10'), text(0x00_28_10_51, 'DS', '4096\\20')]
    expect(await renderValues(...several)).toEqual([0, 64, 128, 255])
  })

  test('rescale slope and intercept apply before the window, even a negative slope', async () => {
    const rescaled = [text(0x00_28_10_52, 'DS', '4095'), text(0x00_28_10_53, 'DS', '-1')]
    expect(await renderValues(...rescaled, ...window(2048, 4096))).toEqual([255, 191, 127, 0])
  })

  test('MONOCHROME1 shows low values white, and a presentation LUT shape does not invert it again', async () => {
    const renderInverted = async (photometric: string, ...more: NewElement[]) =>
      render(createImageFile({ ...one, bitsStored: 12, photometric, more }, values))
    const shape = (name: string) => text(0x20_50_00_20, 'CS', name)
    expect(await renderInverted('MONOCHROME1')).toEqual([255, 191, 127, 0])
    expect(await renderInverted('MONOCHROME1', shape('INVERSE'))).toEqual([255, 191, 127, 0])
    expect(await renderInverted('MONOCHROME2', shape('INVERSE'))).toEqual([255, 191, 127, 0])
    expect(await renderInverted('MONOCHROME2', shape('IDENTITY'))).toEqual([0, 64, 128, 255])
  })

  test('modality LUT and VOI LUT tables replace rescaling and window', async () => {
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
    expect(await render(createImageFile({ ...one, more: [voi] }, [0, 1, 2, 9]))).toEqual([
      0, 0, 62, 255,
    ])
    const modality = table(0x00_28_30_00, 0, 16, [10, 30, 20])
    const both = { ...one, more: [modality, ...window(20, 21)] }
    expect(await render(createImageFile(both, [0, 1, 2, 9]))).toEqual([6, 255, 134, 134])
  })

  test('an enhanced file has a window per frame', async () => {
    const group = (center: number): NewElement[] => [[0x00_28_91_32, 'SQ', [window(center, 100)]]]
    const frames: NewElement = [0x52_00_92_30, 'SQ', [group(50), group(150)]]
    const file = createImageFile({ columns: 1, rows: 1, frames: 2, more: [frames] }, [100, 100])
    expect([await render(file, 0), await render(file, 1)]).toEqual([[255], [0]])
  })
})

describe('rendering of colours', () => {
  const colour: ImageOptions = { columns: 2, rows: 1, samples: 3, bitsAllocated: 8 }
  const planes: NewElement = [0x00_28_00_06, 'US', [1]]

  test('colours are rendered from interleaved samples and from planes', async () => {
    const rgb = { ...colour, photometric: 'RGB' }
    const pixels = [10, 20, 30, 40, 50, 60]
    expect(await render(createImageFile(rgb, Uint8Array.from(pixels)))).toEqual(pixels)
    const planar = createImageFile(
      { ...rgb, more: [planes] },
      Uint8Array.of(10, 40, 20, 50, 30, 60),
    )
    expect(await render(planar)).toEqual(pixels)
  })

  test('16-bit colours are rendered in 8 bits', async () => {
    const deep = { ...colour, photometric: 'RGB', bitsAllocated: 16 }
    const file = createImageFile(deep, [0, 0x80_ff, 0xff_ff, 0x01_00, 0x10_00, 0xab_cd])
    expect(await render(file)).toEqual([0, 128, 255, 1, 16, 171])
  })

  test('YBR_FULL and YBR_FULL_422 colours are converted to RGB', async () => {
    const full = { ...colour, photometric: 'YBR_FULL' }
    const file = createImageFile(full, Uint8Array.of(76, 85, 255, 200, 128, 128))
    expect(await render(file)).toEqual([254, 0, 0, 200, 200, 200])
    const shared = { ...colour, photometric: 'YBR_FULL_422' }
    const pair = createImageFile(shared, Uint8Array.of(76, 200, 85, 255))
    expect((await render(pair)).slice(0, 3)).toEqual([254, 0, 0])
  })

  test('palette colours are looked up, and an index outside of the palette takes the last entry', async () => {
    const palette = (channel: number, words: number[]): NewElement[] => [
      [0x00_28_11_01 + channel, 'US', [words.length, 10, 16]],
      [0x00_28_12_01 + channel, 'OW', words],
    ]
    const more = [
      ...palette(0, [0xff_00, 0x10_00]),
      ...palette(1, [0x80_00, 0x20_00]),
      ...palette(2, [0x00_00, 0x30_00]),
    ]
    const options = { columns: 2, rows: 1, bitsAllocated: 8, photometric: 'PALETTE COLOR', more }
    expect(await render(createImageFile(options, Uint8Array.of(10, 255)))).toEqual([
      255, 128, 0, 16, 32, 48,
    ])
  })
})

describe('RLE', () => {
  /** An RLE header followed by its segments. */
  const rle = (...segments: number[][]) => {
    const offsets = segments.map((_, index) => 64 + segments.slice(0, index).flat().length)
    const header = new Uint8Array(
      Uint32Array.from({ length: 16 }, (_, field) =>
        field === 0 ? segments.length : (offsets[field - 1] ?? 0),
      ).buffer,
    )
    return Buffer.concat([header, Uint8Array.from(segments.flat())])
  }
  const file = (options: ImageOptions, ...fragments: Uint8Array[]) =>
    createFile(
      syntaxes.rle,
      Buffer.concat([encodeElements(createImageElements(options)), encapsulate(fragments)]),
    )

  test('RLE segments are decoded, high bytes first', async () => {
    // Four high bytes: 1 twice, then 2 and 3. Four low bytes: 0 four times.
    const packed = rle([0xff, 1, 0x01, 2, 3], [0xfd, 0])
    expect(await render(file(one, packed))).toEqual([0, 0, 128, 255])
  })

  test('an RLE frame may be in several fragments', async () => {
    const packed = rle([0xff, 1, 0x01, 2, 3], [0xfd, 0])
    const parts = [packed.subarray(0, 66), packed.subarray(66)]
    expect(await render(file(one, ...parts))).toEqual([0, 0, 128, 255])
  })

  test.each([
    ['with too few values', rle([0xff, 1], [0xfd, 0])],
    ['with the wrong number of segments', rle([0xfd, 1])],
    [
      'with a segment outside of the frame',
      Buffer.concat([Uint8Array.of(2, 0, 0, 0, 64, 0, 0, 0), Buffer.alloc(56, 0xff)]),
    ],
    ['without a header', Buffer.from([2, 0])],
  ])('an RLE frame %s is damaged', async (_, packed) => {
    await expect(renderDicom(file(one, packed))).rejects.toMatchObject({ code: 'damaged-picture' })
  })
})

test('rendering fails if the pixel data is too short or the frame does not exist', async () => {
  const file = createImageFile(one, [1, 2, 3])
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'damaged-picture' })
  await expect(renderDicom(file, { frame: 1 })).rejects.toMatchObject({ code: 'no-such-frame' })
})

test('rendering fails as unsupported for an unknown codec', async () => {
  const bytes = Buffer.concat([
    encodeElements(createImageElements(one)),
    encapsulate([Buffer.from('film')]),
  ])
  const file = createFile('1.2.840.10008.1.2.4.100', bytes)
  await expect(renderDicom(file)).rejects.toMatchObject({ code: 'unsupported' })
})
