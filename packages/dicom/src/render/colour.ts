import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { createStoredValueReader } from './greyscale.ts'
import { lookUp, readLookupTable } from './lookup-table.ts'
import type { LookupTableTags } from './lookup-table.ts'

const palettes: readonly LookupTableTags[] = [
  {
    descriptor: tags.redPaletteDescriptor,
    data: tags.redPaletteData,
    segments: tags.segmentedRedPaletteData,
  },
  {
    descriptor: tags.greenPaletteDescriptor,
    data: tags.greenPaletteData,
    segments: tags.segmentedGreenPaletteData,
  },
  {
    descriptor: tags.bluePaletteDescriptor,
    data: tags.bluePaletteData,
    segments: tags.segmentedBluePaletteData,
  },
]

/** Scales a sample of `bits` bits to eight bits. */
const toEightBits = (value: number, bits: number) =>
  bits >= 8 ? value >> (bits - 8) : Math.round((value * 255) / (2 ** bits - 1))

export function applyPalette(dataSet: DataSet, pixels: StoredPixels): Uint8Array {
  const { cells } = pixels
  if (cells instanceof Uint32Array) throw new DicomFault('unsupported', 'a palette of 32 bits')
  const stored = createStoredValueReader(pixels)
  const colours = new Uint8Array(3 * cells.length)
  for (const [sample, tableTags] of palettes.entries()) {
    const table = readLookupTable(dataSet, pixels.isSigned, tableTags)
    if (!table) throw new DicomFault('bad-picture', 'a palette that is not there')
    // Writers often declare 16-bit tables and fill them with 8-bit values.
    const bits = table.highest > 255 ? table.bits : 8
    const shades = new Uint8Array(cells instanceof Uint8Array ? 256 : 65_536)
    for (let cell = 0; cell < shades.length; cell++) {
      shades[cell] = toEightBits(lookUp(table, stored(cell)), bits)
    }
    for (let at = 0; at < cells.length; at++) colours[3 * at + sample] = shades[cells[at] ?? 0] ?? 0
  }
  return colours
}

/** PS3.3 C.7.6.3.1.2; the clamped array clamps and rounds. */
function ybrToRgb(bytes: Uint8Array): Uint8Array {
  const colours = new Uint8ClampedArray(bytes.length)
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const luma = bytes[at] ?? 0
    const blue = (bytes[at + 1] ?? 0) - 128
    const red = (bytes[at + 2] ?? 0) - 128
    colours[at] = luma + 1.402 * red
    colours[at + 1] = luma - 0.344_136 * blue - 0.714_136 * red
    colours[at + 2] = luma + 1.772 * blue
  }
  return new Uint8Array(colours.buffer)
}

export function toRgb(pixels: StoredPixels): Uint8Array {
  const { cells, bits, photometric } = pixels
  if (cells instanceof Uint32Array) throw new DicomFault('unsupported', 'colours of 32 bits')
  const stored = createStoredValueReader({ ...pixels, isSigned: false })
  const bytes =
    cells instanceof Uint8Array && bits === 8
      ? cells
      : Uint8Array.from(cells, (cell) => toEightBits(stored(cell), bits))
  return photometric === 'RGB' ? bytes : ybrToRgb(bytes)
}
