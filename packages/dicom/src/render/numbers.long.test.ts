import { describe, expect, test, vi } from 'vitest'
import { readHead } from '../read/head.ts'
import { readDicom } from '../read/read-dicom.ts'
import { imageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { displayOf } from './display.ts'
import type { Display } from './display.ts'
import { cutCells, frameNumbers, plainNumbers } from './numbers.ts'
import { renderDicom } from './render.ts'
import { ranged, windowed } from './voi.ts'

vi.setConfig({ testTimeout: 30_000 })

function numbersIn(bytes: Uint8Array, { bits, isSigned }: Display) {
  const own = bytes.slice()
  if (bits === 8) return isSigned ? new Int8Array(own.buffer) : own
  return isSigned ? new Int16Array(own.buffer) : new Uint16Array(own.buffer)
}

/** What a page has to do that knows nothing but the numbers and the display. */
function shown(bytes: Uint8Array, display: Display): Uint8Array {
  if (display.samples === 3) return bytes
  const { slope, intercept, windows, table, padding, isInverted } = display
  const numbers = numbersIn(bytes, display)
  const valueOf = (number: number) => number * slope + intercept
  const range = () => {
    let [lowest, highest] = [Infinity, -Infinity]
    for (const number of numbers) {
      if (padding && number >= padding[0] && number <= padding[1]) continue
      lowest = Math.min(lowest, valueOf(number))
      highest = Math.max(highest, valueOf(number))
    }
    return ranged(lowest, highest)
  }
  const [window] = windows
  const voi = window
    ? windowed(window)
    : table
      ? (value: number) =>
          table.greys[
            Math.min(table.greys.length - 1, Math.max(0, Math.floor(value - table.first)))
          ] ?? 0
      : range()
  const greys = new Map<number, number>()
  return Uint8Array.from(numbers, (number) => {
    const known = greys.get(number)
    if (known !== undefined) return known
    const share = voi(valueOf(number))
    const grey = Math.round(255 * (isInverted ? 1 - share : share))
    greys.set(number, grey)
    return grey
  })
}

function farthest(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
}

async function compared(bytes: Uint8Array, frame = 0) {
  const file = readDicom(bytes)
  const display = await displayOf(file, { isWhole: true })
  const picture = await renderDicom(bytes, { frame })
  return farthest(shown(await frameNumbers(file, frame), display), picture.data)
}

/** As the server sends it: a part of the file, with foreign bits taken away. */
function asSent(bytes: Uint8Array, frame: number): Uint8Array | undefined {
  const plain = plainNumbers(readHead(bytes, bytes.length), frame)
  if (!plain) return undefined
  const part = bytes.slice(plain.start, plain.end)
  if (plain.cells) cutCells(part, plain.cells)
  return part
}

describe.runIf(hasSamples)(
  `by the numbers, real files look as they are rendered${samplesNote}`,
  () => {
    test.each([
      'radiographs/vet/dx_dog_thorax_lateral_mono1_169x211.dcm',
      'radiographs/vet/dx_dog_thorax_lateral_mendeley_vhs1_12bit.dcm',
      'radiographs/vet/dx_dog_stifle_tibia_lateral_idexx_jpeg_ybr422.dcm',
      'radiographs/human/cr_chest_fuji_mono1_10bit_nospacing.dcm',
      'radiographs/human/dx_hands_14bit_overlay_evle.dcm',
      'radiographs/human/tg18-qc_1k_12bit_ivle.dcm',
      'radiographs/human/cr_teeth_mono1_modalityLUT_JPLL.dcm',
      'radiographs/human/RG3_tibia_mono1_10bit_J2KR.dcm',
      'transfer-syntaxes/test16signed_ct.dcm',
      'transfer-syntaxes/pydicom-data/mlut_18.dcm',
      'transfer-syntaxes/pydicom-data/vlut_04.dcm',
      'transfer-syntaxes/pydicom-data/color-pl.dcm',
      'transfer-syntaxes/pydicom-small/MR_small_bigendian.dcm',
      'transfer-syntaxes/pydicom-small/MR_small_jp2klossless.dcm',
      'transfer-syntaxes/pydicom-small/JPGExtended.dcm',
      'transfer-syntaxes/pydicom-small/SC_rgb_rle_16bit_2frame.dcm',
      'transfer-syntaxes/pydicom-small/examples_palette.dcm',
      'transfer-syntaxes/pydicom-small/image_dfl.dcm',
    ])('%s', async (name) => {
      const bytes = readSample(name)
      expect(await compared(bytes)).toBeLessThanOrEqual(1)
      const sent = asSent(bytes, 0)
      const numbers = await frameNumbers(readDicom(bytes), 0)
      if (sent) expect(Buffer.compare(sent, numbers)).toBe(0)
    })
  },
)

describe('numbers', () => {
  const four: ImageOptions = { columns: 4, rows: 1, bitsStored: 12 }
  const numbersOf = async (bytes: Uint8Array, frame = 0) => {
    const file = readDicom(bytes)
    const display = await displayOf(file, { isWhole: true })
    return [...numbersIn(await frameNumbers(file, frame), display)]
  }
  const text = (tag: number, value: string): NewElement => [tag, 'DS', value]

  test('are without the bits that lie beside them, and signed where they are', async () => {
    const overlay = imageFile(four, [0xf0_01, 0x10_02, 0x0f_ff, 0x80_00])
    expect(await numbersOf(overlay)).toEqual([1, 2, 4095, 0])
    const signed = imageFile({ ...four, isSigned: true }, [0x0f_ff, 0xff_ff, 0x08_00, 0x07_ff])
    expect(await numbersOf(signed)).toEqual([-1, -1, -2048, 2047])
    const high = imageFile({ ...four, highBit: 15 }, [0x00_1f, 0xff_f0, 0x80_00, 0])
    expect(await numbersOf(high)).toEqual([1, 4095, 2048, 0])
    for (const bytes of [overlay, signed, high])
      expect(asSent(bytes, 0)).toEqual(await frameNumbers(readDicom(bytes), 0))
  })

  test('are the same in every byte order', async () => {
    const pixels = [1, 300, 4095, 0]
    for (const syntax of [syntaxes.explicit, syntaxes.bigEndian, syntaxes.deflated]) {
      const bytes = imageFile(four, pixels, syntax)
      expect([await numbersOf(bytes), await compared(bytes)]).toEqual([pixels, 0])
    }
  })

  test('of each frame are its own', async () => {
    const bytes = imageFile({ ...four, columns: 2, frames: 2 }, [1, 2, 3, 4])
    expect(await numbersOf(bytes, 1)).toEqual([3, 4])
    expect([...(asSent(bytes, 1) ?? [])]).toEqual([3, 0, 4, 0])
    const file = readDicom(bytes)
    await expect(frameNumbers(file, 2)).rejects.toMatchObject({ code: 'no-such-frame' })
  })

  test('went through the table of the modality, if there is one', async () => {
    const table: NewElement = [
      0x00_28_30_00,
      'SQ',
      [
        [
          [0x00_28_30_02, 'US', [3, 0, 16]],
          [0x00_28_30_06, 'US', [10, 30, 20]],
        ],
      ],
    ]
    const bytes = imageFile({ ...four, more: [table, text(0x00_28_10_53, '7')] }, [0, 1, 2, 9])
    expect(await numbersOf(bytes)).toEqual([10, 30, 20, 20])
    expect(await displayOf(readDicom(bytes), { isWhole: true })).toMatchObject({
      slope: 1,
      intercept: 0,
      bits: 16,
    })
    expect([await compared(bytes), asSent(bytes, 0)]).toEqual([0, undefined])
  })

  test('of 32 bits fill 16, whatever part of the 32 they use', async () => {
    const wide = { columns: 2, rows: 2, bitsAllocated: 32 }
    for (const cells of [
      [0, 7, 1000, 4000],
      [0, 70_000, 2_000_000_000, 4_294_967_295],
    ]) {
      const bytes = imageFile(wide, new Uint8Array(Uint32Array.from(cells).buffer))
      expect(await compared(bytes)).toBeLessThanOrEqual(1)
    }
    const small = imageFile(wide, new Uint8Array(Uint32Array.of(5, 7, 9, 4005).buffer))
    expect(await numbersOf(small)).toEqual([0, 2, 4, 4000])
    const display = await displayOf(readDicom(small), { isWhole: true })
    expect([display.slope, display.intercept]).toEqual([1, 5])
    const head = readHead(small, small.length)
    await expect(displayOf(head, { isWhole: false })).rejects.toMatchObject({ code: 'needs-more' })
  })

  test('of single bits are 0 and 1', async () => {
    const bits = { columns: 8, rows: 1, bitsAllocated: 1, bitsStored: 1 }
    const bytes = imageFile(bits, Uint8Array.of(0b1010_0001, 0))
    expect(await numbersOf(bytes)).toEqual([1, 0, 0, 0, 0, 1, 0, 1])
    expect(await compared(bytes)).toBe(0)
  })

  test('come with all windows of the file, its favourite first, and with what is no image', async () => {
    const more: NewElement[] = [
      text(0x00_28_10_50, '300\\2000'),
      text(0x00_28_10_51, '700\\4000'),
      [0x00_28_10_55, 'LO', 'BONE\\SOFT TISSUE'],
      [0x00_28_01_20, 'US', [0]],
    ]
    const bytes = imageFile({ ...four, photometric: 'MONOCHROME1', more }, [0, 300, 4095, 0])
    expect(await displayOf(readHead(bytes, bytes.length), { isWhole: false })).toEqual({
      frames: 1,
      samples: 1,
      bits: 16,
      isSigned: false,
      slope: 1,
      intercept: 0,
      windows: [
        { center: 300, width: 700, function: 'LINEAR', name: 'BONE' },
        { center: 2000, width: 4000, function: 'LINEAR', name: 'SOFT TISSUE' },
      ],
      table: null,
      isInverted: true,
      padding: [0, 0],
    })
  })
})
