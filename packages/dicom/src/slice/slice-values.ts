import { describeImage } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { readModalityLut } from '../render/modality-lut.ts'
import { readPixelValues } from '../render/pixel-values.ts'
import { describeSliceValues } from './read-slices.ts'

/** The values of a slice in signed cells of 16 bits. */
export interface SliceValues {
  readonly columns: number
  /** Three times the rows of a colour image: the red plane, the green one and the blue one. */
  readonly rows: number
  readonly values: Int16Array
}

/** Views 16-bit values; unaligned ones are copied. */
function viewWords(bytes: Uint8Array): Int16Array {
  const { buffer, byteOffset, byteLength } = byteOffsetIsEven(bytes) ? bytes : bytes.slice()
  return new Int16Array(buffer as ArrayBuffer, byteOffset, byteLength >>> 1)
}

const byteOffsetIsEven = ({ byteOffset }: Uint8Array) => byteOffset % 2 === 0

function separateColours(bytes: Uint8Array): Int16Array {
  const pixels = Math.floor(bytes.length / 3)
  const values = new Int16Array(3 * pixels)
  for (let at = 0; at < pixels; at++)
    for (let sample = 0; sample < 3; sample++)
      values[sample * pixels + at] = bytes[3 * at + sample] ?? 0
  return values
}

/**
 * Decodes a frame to the values that `readSlices` describes, minus the offset that `getOffset`
 * returns for them: without it, values of 16 bits without sign do not fit.
 */
export async function readSliceValues(
  file: DicomFile,
  frame: number,
  getOffset: (isSigned: boolean, bitsStored: number) => number,
): Promise<SliceValues> {
  const image = describeImage(file.dataSet)
  const { table } = readModalityLut(file.dataSet, frame, image.isSigned)
  const described = describeSliceValues(file, image, table?.bits)
  const { columns, rows, samples, bitsAllocated, bitsStored, isSigned } = described
  const bytes = await readPixelValues(file, frame)
  if (samples === 3) return { columns, rows: 3 * rows, values: separateColours(bytes) }
  if (bitsAllocated === 8)
    return { columns, rows, values: Int16Array.from(isSigned ? new Int8Array(bytes) : bytes) }
  const values = viewWords(bytes)
  const offset = getOffset(isSigned, bitsStored)
  // A subtraction modulo 2^16, which the cells do by themselves.
  return { columns, rows, values: offset === 0 ? values : values.map((value) => value - offset) }
}
