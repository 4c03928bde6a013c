import { isPixelSize } from '@talus/contract'
import type { DataSet } from './data-set.ts'
import { tags } from './tags.ts'

/** A ratio beyond these is a mistake of the writer; no detector has such pixels. */
const [flattest, tallest] = [1 / 20, 20]

const isPositive = (value: number) => Number.isFinite(value) && value > 0

/** Two positive numbers, for rows and columns; some devices write zero, which counts as none. */
function readPair(dataSet: DataSet, tag: number): readonly [number, number] | undefined {
  const [rows = NaN, columns = NaN] = dataSet.numbers(tag)
  return isPositive(rows) && isPositive(columns) ? [rows, columns] : undefined
}

function readSize(dataSet: DataSet, tag: number): readonly [number, number] | undefined {
  const pair = readPair(dataSet, tag)
  return pair && isPixelSize(pair) ? pair : undefined
}

/** Pixel Aspect Ratio: the height of a pixel and its width, in any unit. */
export function readPixelAspectRatio(dataSet: DataSet): readonly [number, number] | undefined {
  const pair = readPair(dataSet, tags.pixelAspectRatio)
  return pair && isShownRatio(pair[0] / pair[1]) ? pair : undefined
}

const isShownRatio = (ratio: number) => ratio >= flattest && ratio <= tallest

/**
 * The height of a pixel divided by its width. A file has the aspect ratio only if it has no spacing
 * (PS3.3 C.7.6.3.1.7); if it has both, the spacing decides.
 */
export function readPixelAspect(dataSet: DataSet): number {
  const [rows, columns] = readSize(dataSet, tags.pixelSpacing) ??
    readSize(dataSet, tags.imagerPixelSpacing) ??
    readPixelAspectRatio(dataSet) ?? [1, 1]
  return rows / columns
}
