import { UnreadableFileError } from './unreadable-file-error.ts'

/** 16-bit little-endian pixel data in row order, with its description. */
export interface PixelData {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly pitch: number | null
  readonly bytes: Buffer
}

const sideMax = 20_000
const pixelsMax = 100_000_000

/** Checks the dimensions before any allocation: a header may contain any number. */
export function checkDimensions(width: number, height: number) {
  const isSide = (side: number) => Number.isInteger(side) && side > 0 && side <= sideMax
  if (!isSide(width) || !isSide(height) || width * height > pixelsMax)
    throw new UnreadableFileError(`A picture of ${width} by ${height} pixels`)
}

/** Converts between big-endian and little-endian, in a copy. */
export const swapBytes = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
