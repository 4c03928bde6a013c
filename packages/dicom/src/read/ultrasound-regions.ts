import { readDouble, readLong } from './binary-numbers.ts'
import type { DataSet } from './data-set.ts'
import { tags } from './tags.ts'

/** A region of an ultrasound image (PS3.3 C.8.5.5), in edges of pixels. */
export interface UltrasoundRegion {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /**
   * Millimetres from row to row and from column to column; null if a direction is no length, such as
   * the time of a Doppler trace. /
   */
  readonly spacing: readonly [row: number, column: number] | null
}

/** The unit of a region that is a length: centimetres. */
const centimetres = 3
const regionsMax = 64

function readSpacing(item: DataSet): UltrasoundRegion['spacing'] {
  const isLength =
    item.word(tags.physicalUnitsX) === centimetres && item.word(tags.physicalUnitsY) === centimetres
  // The sign only tells the direction.
  const column = 10 * Math.abs(readDouble(item, tags.physicalDeltaX) ?? NaN)
  const row = 10 * Math.abs(readDouble(item, tags.physicalDeltaY) ?? NaN)
  const isSize = (size: number) => Number.isFinite(size) && size > 0
  return isLength && isSize(row) && isSize(column) ? [row, column] : null
}

/** Reads the Sequence of Ultrasound Regions; a region without an area is left out. */
export function readUltrasoundRegions(dataSet: DataSet): readonly UltrasoundRegion[] {
  const regions: UltrasoundRegion[] = []
  for (const item of dataSet.items(tags.ultrasoundRegions)) {
    const left = readLong(item, tags.regionMinX)
    const top = readLong(item, tags.regionMinY)
    const right = readLong(item, tags.regionMaxX)
    const bottom = readLong(item, tags.regionMaxY)
    if (left === undefined || top === undefined || right === undefined || bottom === undefined)
      continue
    if (right <= left || bottom <= top) continue
    // Columns and rows count from 0, and those of the edges belong to the region.
    const edges = { left, top, right: right + 1, bottom: bottom + 1 }
    regions.push({ ...edges, spacing: readSpacing(item) })
    if (regions.length === regionsMax) break
  }
  return regions
}
