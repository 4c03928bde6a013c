import type { StoredPixels } from '../decode/stored-pixels.ts'
import { DicomFault } from '../fault.ts'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { storedValue } from './grey.ts'
import { lookUp, readTable } from './lookup-table.ts'
import type { TablePlace } from './lookup-table.ts'

const palettes: readonly TablePlace[] = [
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

/** A number of `bits` bits as one of eight. */
const inEightBits = (value: number, bits: number) =>
  bits >= 8 ? value >> (bits - 8) : Math.round((value * 255) / (2 ** bits - 1))

export function paletteColours(dataSet: DataSet, pixels: StoredPixels): Uint8Array {
  const { cells } = pixels
  if (cells instanceof Uint32Array) throw new DicomFault('unsupported', 'a palette of 32 bits')
  const stored = storedValue(pixels)
  const colours = new Uint8Array(3 * cells.length)
  for (const [sample, place] of palettes.entries()) {
    const table = readTable(dataSet, pixels.isSigned, place)
    if (!table) throw new DicomFault('bad-picture', 'a palette that is not there')
    // Tables of 16 bits that hold numbers of 8 are a mistake seen often enough.
    const bits = table.highest > 255 ? table.bits : 8
    const shades = new Uint8Array(cells instanceof Uint8Array ? 256 : 65_536)
    for (let cell = 0; cell < shades.length; cell++) {
      shades[cell] = inEightBits(lookUp(table, stored(cell)), bits)
    }
    for (let at = 0; at < cells.length; at++) colours[3 * at + sample] = shades[cells[at] ?? 0] ?? 0
  }
  return colours
}

/** PS3.3 C.7.6.3.1.2; the array clamps and rounds. */
function fromYbr(bytes: Uint8Array): Uint8Array {
  const colours = new Uint8ClampedArray(bytes.length)
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const light = bytes[at] ?? 0
    const blue = (bytes[at + 1] ?? 0) - 128
    const red = (bytes[at + 2] ?? 0) - 128
    colours[at] = light + 1.402 * red
    colours[at + 1] = light - 0.344_136 * blue - 0.714_136 * red
    colours[at + 2] = light + 1.772 * blue
  }
  return new Uint8Array(colours.buffer)
}

export function trueColours(pixels: StoredPixels): Uint8Array {
  const { cells, bits, photometric } = pixels
  if (cells instanceof Uint32Array) throw new DicomFault('unsupported', 'colours of 32 bits')
  const stored = storedValue({ ...pixels, isSigned: false })
  const bytes =
    cells instanceof Uint8Array && bits === 8
      ? cells
      : Uint8Array.from(cells, (cell) => inEightBits(stored(cell), bits))
  return photometric === 'RGB' ? bytes : fromYbr(bytes)
}
