import { describe, expect, test, vi } from 'vitest'
import { readDicomHeader } from '../read/header.ts'
import { readDicom } from '../read/read-dicom.ts'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { describeDisplay } from './display.ts'
import type { DisplayParameters } from './display.ts'
import { maskCells, readPixelValues, findNativePixelValues } from './pixel-values.ts'
import { renderPlainFrame } from './render.ts'
import { createRangeTransform, createWindowTransform } from './voi-lut.ts'

vi.setConfig({ testTimeout: 30_000 })

function toTypedArray(bytes: Uint8Array, { bits, isSigned }: DisplayParameters) {
  const own = bytes.slice()
  if (bits === 8) return isSigned ? new Int8Array(own.buffer) : own
  return isSigned ? new Int16Array(own.buffer) : new Uint16Array(own.buffer)
}

/** Renders as a web page does, from the pixel values and the display parameters only. */
function renderValues(bytes: Uint8Array, display: DisplayParameters): Uint8Array {
  if (display.samples === 3) return bytes
  const { slope, intercept, windows, tables, padding, isInverted } = display
  const [table] = tables
  const values = toTypedArray(bytes, display)
  const toModality = (value: number) => value * slope + intercept
  const range = () => {
    let [lowest, highest] = [Infinity, -Infinity]
    for (const value of values) {
      if (padding && value >= padding[0] && value <= padding[1]) continue
      lowest = Math.min(lowest, toModality(value))
      highest = Math.max(highest, toModality(value))
    }
    return createRangeTransform(lowest, highest)
  }
  const [window] = windows
  const voi = window
    ? createWindowTransform(window)
    : table
      ? (value: number) =>
          table.levels[
            Math.min(table.levels.length - 1, Math.max(0, Math.floor(value - table.first)))
          ] ?? 0
      : range()
  const levels = new Map<number, number>()
  return Uint8Array.from(values, (value) => {
    const known = levels.get(value)
    if (known !== undefined) return known
    const share = voi(toModality(value))
    const level = Math.round(255 * (isInverted ? 1 - share : share))
    levels.set(value, level)
    return level
  })
}

function maxDifference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
}

async function compareWithRendering(bytes: Uint8Array, frame = 0) {
  const file = readDicom(bytes)
  const display = await describeDisplay(file, { isWhole: true })
  const { rendered } = await renderPlainFrame(file, { frame })
  return maxDifference(renderValues(await readPixelValues(file, frame), display), rendered.data)
}

/** Reads the values as the server sends them: a part of the file, with other bits masked. */
function readNative(bytes: Uint8Array, frame: number): Uint8Array | undefined {
  const native = findNativePixelValues(readDicomHeader(bytes, bytes.length), frame)
  if (!native) return undefined
  const part = bytes.slice(native.start, native.end)
  if (native.cells) maskCells(part, native.cells)
  return part
}

describe.runIf(hasSamples)(
  `pixel values and display parameters of real files${samplesNote}`,
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
    ])('pixel values with display parameters give the rendered image: %s', async (name) => {
      const bytes = readSample(name)
      expect(await compareWithRendering(bytes)).toBeLessThanOrEqual(1)
      const sent = readNative(bytes, 0)
      const values = await readPixelValues(readDicom(bytes), 0)
      if (sent) expect(Buffer.compare(sent, values)).toBe(0)
    })
  },
)

describe('pixel values', () => {
  const four: ImageOptions = { columns: 4, rows: 1, bitsStored: 12 }
  const readValues = async (bytes: Uint8Array, frame = 0) => {
    const file = readDicom(bytes)
    const display = await describeDisplay(file, { isWhole: true })
    return [...toTypedArray(await readPixelValues(file, frame), display)]
  }
  const text = (tag: number, value: string): NewElement => [tag, 'DS', value]

  test('pixel values are masked to the stored bits and sign-extended', async () => {
    const overlay = createImageFile(four, [0xf0_01, 0x10_02, 0x0f_ff, 0x80_00])
    expect(await readValues(overlay)).toEqual([1, 2, 4095, 0])
    const signed = createImageFile(
      { ...four, isSigned: true },
      [0x0f_ff, 0xff_ff, 0x08_00, 0x07_ff],
    )
    expect(await readValues(signed)).toEqual([-1, -1, -2048, 2047])
    const high = createImageFile({ ...four, highBit: 15 }, [0x00_1f, 0xff_f0, 0x80_00, 0])
    expect(await readValues(high)).toEqual([1, 4095, 2048, 0])
    for (const bytes of [overlay, signed, high])
      expect(readNative(bytes, 0)).toEqual(await readPixelValues(readDicom(bytes), 0))
  })

  test('pixel values are the same in every byte order', async () => {
    const pixels = [1, 300, 4095, 0]
    for (const syntax of [syntaxes.explicit, syntaxes.bigEndian, syntaxes.deflated]) {
      const bytes = createImageFile(four, pixels, syntax)
      expect([await readValues(bytes), await compareWithRendering(bytes)]).toEqual([pixels, 0])
    }
  })

  test('pixel values are those of the requested frame', async () => {
    const bytes = createImageFile({ ...four, columns: 2, frames: 2 }, [1, 2, 3, 4])
    expect(await readValues(bytes, 1)).toEqual([3, 4])
    expect([...(readNative(bytes, 1) ?? [])]).toEqual([3, 0, 4, 0])
    const file = readDicom(bytes)
    await expect(readPixelValues(file, 2)).rejects.toMatchObject({ code: 'no-such-frame' })
  })

  test('a modality LUT table is applied to the pixel values', async () => {
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
    const bytes = createImageFile(
      { ...four, more: [table, text(0x00_28_10_53, '7')] },
      [0, 1, 2, 9],
    )
    expect(await readValues(bytes)).toEqual([10, 30, 20, 20])
    expect(await describeDisplay(readDicom(bytes), { isWhole: true })).toMatchObject({
      slope: 1,
      intercept: 0,
      bits: 16,
    })
    expect([await compareWithRendering(bytes), readNative(bytes, 0)]).toEqual([0, undefined])
  })

  test('32-bit pixel values are quantised to 16 bits over the range in use', async () => {
    const wide = { columns: 2, rows: 2, bitsAllocated: 32 }
    for (const cells of [
      [0, 7, 1000, 4000],
      [0, 70_000, 2_000_000_000, 4_294_967_295],
    ]) {
      const bytes = createImageFile(wide, new Uint8Array(Uint32Array.from(cells).buffer))
      expect(await compareWithRendering(bytes)).toBeLessThanOrEqual(1)
    }
    const small = createImageFile(wide, new Uint8Array(Uint32Array.of(5, 7, 9, 4005).buffer))
    expect(await readValues(small)).toEqual([0, 2, 4, 4000])
    const display = await describeDisplay(readDicom(small), { isWhole: true })
    expect([display.slope, display.intercept]).toEqual([1, 5])
    const head = readDicomHeader(small, small.length)
    await expect(describeDisplay(head, { isWhole: false })).rejects.toMatchObject({
      code: 'needs-more',
    })
  })

  test('single-bit pixel values are 0 and 1', async () => {
    const bits = { columns: 8, rows: 1, bitsAllocated: 1, bitsStored: 1 }
    const bytes = createImageFile(bits, Uint8Array.of(0b1010_0001, 0))
    expect(await readValues(bytes)).toEqual([1, 0, 0, 0, 0, 1, 0, 1])
    expect(await compareWithRendering(bytes)).toBe(0)
  })

  test('display parameters list all windows in the order of the file, and the padding range', async () => {
    const more: NewElement[] = [
      text(0x00_28_10_50, '300\\2000'),
      text(0x00_28_10_51, '700\\4000'),
      [0x00_28_10_55, 'LO', 'BONE\\SOFT TISSUE'],
      [0x00_28_01_20, 'US', [0]],
    ]
    const bytes = createImageFile({ ...four, photometric: 'MONOCHROME1', more }, [0, 300, 4095, 0])
    expect(await describeDisplay(readDicomHeader(bytes, bytes.length), { isWhole: false })).toEqual(
      {
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
        tables: [],
        isInverted: true,
        padding: [0, 0],
      },
    )
  })
})
