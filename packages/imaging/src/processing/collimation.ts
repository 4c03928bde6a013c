import { fitBladeEdge } from './blade-edge.ts'
import type { ExposedField, FieldSide } from './field.ts'
import { createWholeField } from './field.ts'
import type { Plane } from './plane.ts'
import { quantileOfSorted } from './statistics.ts'

/**
 * The signal rises at least by this factor from the shadow of a blade to the field, within so many
 * pixels.
 */
const minRise = 2
const riseWithin = 3
/** Limits of the signal in the shadow of a blade, as shares of the exposed signal. */
export interface ShadowLimits {
  /** The shadow, including scatter, is darker. */
  readonly most: number
  /** A rise by less is noise or scatter. */
  readonly least: number
}
const usualShadow: ShadowLimits = { most: 0.12, least: 0.005 }
/** The exposed signal of a saturated frame is cut off; that of the shadow is not. */
export const saturatedShadow: ShadowLimits = { most: 0.5, least: 0.03 }
/** Minimum ratio of the brightest to the darkest signal in a collimated frame. */
const minRatio = 3
/** A field smaller than this share of the detector is a detection error. */
const minExtent = 0.08

export type Edge = 'left' | 'right' | 'top' | 'bottom'

/** Index steps to scan an image from one of its edges inwards, line by line. */
export interface EdgeScan {
  readonly lines: number
  readonly depth: number
  readonly start: number
  readonly alongStep: number
  readonly inwardStep: number
}

export function createEdgeScan(edge: Edge, { width, height }: Plane): EdgeScan {
  const isUpright = edge === 'left' || edge === 'right'
  const inward = isUpright ? 1 : width
  const depth = isUpright ? width : height
  const isFar = edge === 'right' || edge === 'bottom'
  return {
    lines: isUpright ? height : width,
    depth,
    start: isFar ? (depth - 1) * inward : 0,
    alongStep: isUpright ? width : 1,
    inwardStep: isFar ? -inward : inward,
  }
}

/**
 * The depth at which exposure begins in each line: the steepest rise out of the shadow. Scatter
 * makes a shadow beside an animal as bright as thick parts of the animal, but it fades slowly. The
 * result is 0 for a line that begins exposed and -1 for a line without a rise. /
 */
function findExposureStarts(
  plane: Plane,
  scan: EdgeScan,
  exposed: number,
  { most, least }: ShadowLimits,
): Int32Array {
  const first = new Int32Array(scan.lines).fill(-1)
  const shadow = most * exposed
  // At very low signal, noise alone can double it.
  const floor = 6 + least * exposed
  for (let line = 0; line < scan.lines; line += 1) {
    const base = scan.start + line * scan.alongStep
    if ((plane.data[base] ?? 0) > shadow) {
      first[line] = 0
      continue
    }
    let steepest = 0
    for (let depth = 0; depth + riseWithin < scan.depth; depth += 1) {
      const before = (plane.data[base + depth * scan.inwardStep] ?? 0) + floor
      const after = (plane.data[base + (depth + riseWithin) * scan.inwardStep] ?? 0) + floor
      const rise = after / before
      if (rise > minRise && rise > steepest && before - floor < shadow) {
        steepest = rise
        // The middle of the compared pixels.
        first[line] = depth + ((riseWithin + 1) >> 1)
      } else if (steepest > 0) break
    }
  }
  return first
}

const findSide = (edge: Edge, plane: Plane, exposed: number, limits: ShadowLimits) =>
  fitBladeEdge(findExposureStarts(plane, createEdgeScan(edge, plane), exposed, limits))?.line

/**
 * Converts a depth from the edge of the small image to a side of the field in pixels of the frame.
 */
function toFrameSide(
  edge: Edge,
  line: FieldSide | undefined,
  small: Plane,
  frame: Plane,
  factor: number,
): FieldSide {
  const isUpright = edge === 'left' || edge === 'right'
  const isFar = edge === 'right' || edge === 'bottom'
  const end = isUpright ? frame.width : frame.height
  if (!line) return { at: isFar ? end : 0, slope: 0 }
  const [depth, length] = isUpright ? [small.width, small.height] : [small.height, small.width]
  const frameLength = isUpright ? frame.height : frame.width
  // The middle of the downsampled image is not exactly the middle of the frame.
  const shift = (line.slope * (frameLength - length * factor)) / 2
  const slope = isFar ? -line.slope : line.slope
  return { at: (isFar ? depth - line.at : line.at) * factor + (isFar ? -shift : shift), slope }
}

/**
 * Finds the exposed field of a corrected frame to within a pixel of `small`, the frame downsampled
 * by `factor`.
 */
export function findRoughField(
  frame: Plane,
  small: Plane,
  factor: number,
  limits = usualShadow,
): ExposedField {
  const { width, height } = frame
  const none = createWholeField(width, height)
  if (small.width < 16 || small.height < 16) return none
  const sorted = small.data.toSorted()
  const covered = Math.max(1, quantileOfSorted(sorted, 0.005))
  const exposed = quantileOfSorted(sorted, 0.98)
  if (exposed < minRatio * covered) return none
  const sides = {
    left: findSide('left', small, exposed, limits),
    right: findSide('right', small, exposed, limits),
    top: findSide('top', small, exposed, limits),
    bottom: findSide('bottom', small, exposed, limits),
  }
  if (!sides.left && !sides.right && !sides.top && !sides.bottom) return none
  const field: ExposedField = {
    width,
    height,
    left: toFrameSide('left', sides.left, small, frame, factor),
    right: toFrameSide('right', sides.right, small, frame, factor),
    top: toFrameSide('top', sides.top, small, frame, factor),
    bottom: toFrameSide('bottom', sides.bottom, small, frame, factor),
    isCollimated: true,
  }
  const isTooSmall =
    field.right.at - field.left.at < minExtent * width ||
    field.bottom.at - field.top.at < minExtent * height
  return isTooSmall ? none : field
}
