import { fittingLine } from './blade-line.ts'
import type { Field, Side } from './field.ts'
import { wholeField } from './field.ts'
import type { Plane } from './plane.ts'
import { quantileOfSorted } from './statistics.ts'

/** The blades' shadow is at least this much darker than what lies beside it, after so many pixels. */
const leastRise = 2
const riseWithin = 3
/** The shadow, with all scatter in it, is darker than this share of the exposed. */
const mostShadow = 0.12
/** Between the darkest and the brightest of a frame with a field in it. */
const leastRatio = 3
/** A field smaller than this share of the detector's side is no field but a mistake. */
const leastExtent = 0.08

export type Edge = 'left' | 'right' | 'top' | 'bottom'

/** How to walk from an edge of the picture inwards. */
export interface Walk {
  readonly lines: number
  readonly depth: number
  readonly start: number
  readonly alongStep: number
  readonly inwardStep: number
}

export function walkFrom(edge: Edge, { width, height }: Plane): Walk {
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
 * Of each line the depth at which exposure begins: where it rises steeply out of the shadow. Scatter
 * makes a shadow beside an animal as bright as thick parts of the animal, but it fades slowly. 0
 * where the line begins exposed, -1 where nothing rises.
 */
function firstRise(plane: Plane, walk: Walk, exposed: number): Int32Array {
  const first = new Int32Array(walk.lines).fill(-1)
  const shadow = mostShadow * exposed
  // Where next to nothing arrives, noise alone doubles and halves.
  const floor = 6 + 0.005 * exposed
  for (let line = 0; line < walk.lines; line += 1) {
    const base = walk.start + line * walk.alongStep
    if ((plane.data[base] ?? 0) > shadow) {
      first[line] = 0
      continue
    }
    let steepest = 0
    for (let depth = 0; depth + riseWithin < walk.depth; depth += 1) {
      const before = (plane.data[base + depth * walk.inwardStep] ?? 0) + floor
      const after = (plane.data[base + (depth + riseWithin) * walk.inwardStep] ?? 0) + floor
      const rise = after / before
      if (rise > leastRise && rise > steepest && before - floor < shadow) {
        steepest = rise
        // In the middle of what was compared.
        first[line] = depth + ((riseWithin + 1) >> 1)
      } else if (steepest > 0) break
    }
  }
  return first
}

function sideAt(edge: Edge, plane: Plane, exposed: number): Side | undefined {
  return fittingLine(firstRise(plane, walkFrom(edge, plane), exposed))?.line
}

/** Depth from the edge, as a side of the field in the frame's own pixels. */
function asSide(
  edge: Edge,
  line: Side | undefined,
  small: Plane,
  frame: Plane,
  factor: number,
): Side {
  const isUpright = edge === 'left' || edge === 'right'
  const isFar = edge === 'right' || edge === 'bottom'
  const end = isUpright ? frame.width : frame.height
  if (!line) return { at: isFar ? end : 0, slope: 0 }
  const [depth, length] = isUpright ? [small.width, small.height] : [small.height, small.width]
  const frameLength = isUpright ? frame.height : frame.width
  // The middle of the reduced picture is not quite the middle of the frame.
  const shift = (line.slope * (frameLength - length * factor)) / 2
  const slope = isFar ? -line.slope : line.slope
  return { at: (isFar ? depth - line.at : line.at) * factor + (isFar ? -shift : shift), slope }
}

/** The exposed field of a corrected frame, to a pixel of the same frame `factor` times smaller. */
export function roughField(frame: Plane, small: Plane, factor: number): Field {
  const { width, height } = frame
  const none = wholeField(width, height)
  if (small.width < 16 || small.height < 16) return none
  const sorted = small.data.toSorted()
  const covered = Math.max(1, quantileOfSorted(sorted, 0.005))
  const exposed = quantileOfSorted(sorted, 0.98)
  if (exposed < leastRatio * covered) return none
  const sides = {
    left: sideAt('left', small, exposed),
    right: sideAt('right', small, exposed),
    top: sideAt('top', small, exposed),
    bottom: sideAt('bottom', small, exposed),
  }
  if (!sides.left && !sides.right && !sides.top && !sides.bottom) return none
  const field: Field = {
    width,
    height,
    left: asSide('left', sides.left, small, frame, factor),
    right: asSide('right', sides.right, small, frame, factor),
    top: asSide('top', sides.top, small, frame, factor),
    bottom: asSide('bottom', sides.bottom, small, frame, factor),
    isCollimated: true,
  }
  const isTooSmall =
    field.right.at - field.left.at < leastExtent * width ||
    field.bottom.at - field.top.at < leastExtent * height
  return isTooSmall ? none : field
}
