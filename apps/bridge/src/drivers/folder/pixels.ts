import { Unreadable } from './unreadable.ts'

/** 16-bit little-endian, row by row, and what is known of them. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly pitch: number | null
  readonly bytes: Buffer
}

const sideMax = 20_000
const pixelsMax = 100_000_000

/** Asked before anything is allocated: a header can promise what it likes. */
export function mustBeSensible(width: number, height: number) {
  const isSide = (side: number) => Number.isInteger(side) && side > 0 && side <= sideMax
  if (!isSide(width) || !isSide(height) || width * height > pixelsMax)
    throw new Unreadable(`A picture of ${width} by ${height} pixels`)
}

/** From big-endian to little-endian and back, in a copy. */
export const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
