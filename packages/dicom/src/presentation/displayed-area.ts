import type { PresentationState, Point } from '@talus/contract'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { listReferencingItems, readLongNumbers } from './referenced-items.ts'

/** The image that a presentation state is applied to. */
export interface PresentedImage {
  readonly sopInstanceUid: string
  readonly columns: number
  readonly rows: number
  /** Height of a pixel divided by its width. */
  readonly pixelAspect: number
  readonly isSigned: boolean
}

type Transformation = Pick<PresentationState, 'rotation' | 'hflip'>

const rotations = [0, 90, 180, 270] as const

/**
 * The standard rotates first and then flips; the viewer flips first, and therefore rotates in the
 * other direction. /
 */
export function readTransformation(state: DataSet): Transformation {
  const declared = state.word(tags.imageRotation) ?? 0
  const hflip = state.code(tags.imageHorizontalFlip) === 'Y'
  const clockwise = rotations.find((known) => known === declared) ?? 0
  const rotation = hflip ? (rotations.find((known) => known === 360 - clockwise) ?? 0) : clockwise
  return { rotation, hflip }
}

/** In image pixels; may be larger than the image. */
export interface DisplayedArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly magnification: number | undefined
}

export function readDisplayedArea(state: DataSet, image: PresentedImage): DisplayedArea {
  const whole = { left: 0, top: 0, right: image.columns, bottom: image.rows }
  const [found] = listReferencingItems(state, tags.displayedAreaSequence, image.sopInstanceUid)
  const item = found?.item
  if (!item) return { ...whole, magnification: undefined }
  const [ratio] = readLongNumbers(item, tags.presentationMagnification, 'Float32')
  const isMagnified = item.code(tags.presentationSizeMode) === 'MAGNIFY'
  const magnification = isMagnified && ratio !== undefined && ratio > 0 ? ratio : undefined
  const [x, y] = readLongNumbers(item, tags.displayedAreaTopLeft, 'Int32')
  const [otherX, otherY] = readLongNumbers(item, tags.displayedAreaBottomRight, 'Int32')
  if (x === undefined || y === undefined || otherX === undefined || otherY === undefined)
    return { ...whole, magnification }
  // Pixels count from 1, and both corners are shown; a rotation exchanges them.
  return {
    left: Math.min(x, otherX) - 1,
    top: Math.min(y, otherY) - 1,
    right: Math.max(x, otherX),
    bottom: Math.max(y, otherY),
    magnification,
  }
}

/** The displayed area within the image; null if it is the whole image, or nothing of it. */
export function toCrop(area: DisplayedArea, { columns, rows }: PresentedImage) {
  const start = { x: Math.max(0, area.left), y: Math.max(0, area.top) }
  const end = { x: Math.min(columns, area.right), y: Math.min(rows, area.bottom) }
  const isWhole = start.x === 0 && start.y === 0 && end.x === columns && end.y === rows
  return isWhole || end.x <= start.x || end.y <= start.y ? null : { start, end }
}

/**
 * Converts a point from 0 to 1 of the displayed area, as it is on the screen, to image pixels. The
 * viewer flips and then rotates, so both are undone in the other order. /
 */
export function fromDisplay(
  { x, y }: Point,
  { left, top, right, bottom }: DisplayedArea,
  { rotation, hflip }: Transformation,
): Point {
  let [across, down] = [x - 0.5, y - 0.5]
  for (let angle = 0; angle < rotation; angle += 90) [across, down] = [down, -across]
  if (hflip) across = -across
  return {
    x: left + (across + 0.5) * (right - left),
    y: top + (down + 0.5) * (bottom - top),
  }
}
