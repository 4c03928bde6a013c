import { fittingLine } from './blade-line.ts'
import type { Field, Side } from './field.ts'
import { wholeField } from './field.ts'
import { reduce } from './plane.ts'
import type { Plane } from './plane.ts'
import { quantileOfSorted } from './statistics.ts'

/** Where between covered and exposed (as logarithms) a pixel counts as exposed; tried in turn. */
const levels = [0.3, 0.45, 0.6]
/** The blades' shadow is at least this much darker than what lies beside it. */
const leastRatio = 3
/** A field smaller than this share of the detector's side is no field but a mistake. */
const leastExtent = 0.08

export type Edge = 'left' | 'right' | 'top' | 'bottom'
const edges = ['left', 'right', 'top', 'bottom'] as const

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

/** Of each line the depth at which exposure begins; -1 where it never does. */
function firstExposed(plane: Plane, walk: Walk, threshold: number): Int32Array {
  const first = new Int32Array(walk.lines).fill(-1)
  for (let line = 0; line < walk.lines; line += 1) {
    const base = walk.start + line * walk.alongStep
    for (let depth = 0; depth + 1 < walk.depth; depth += 1) {
      const at = base + depth * walk.inwardStep
      const here = plane.data[at] ?? 0
      // Two in a row: a single bright pixel is a spark of noise.
      if (here > threshold && (plane.data[at + walk.inwardStep] ?? 0) > threshold) {
        first[line] = depth
        break
      }
    }
  }
  return first
}

/** Whether the line divides dark from bright: right behind it and right before it. */
function dividesSharply(plane: Plane, walk: Walk, line: Side): boolean {
  let [steep, counted] = [0, 0]
  for (let along = 0; along < walk.lines; along += 1) {
    const depth = line.at + line.slope * (along + 0.5 - walk.lines / 2)
    const [outer, inner] = [Math.floor(depth) - 3, Math.floor(depth) + 3]
    if (inner >= walk.depth || depth < 1) continue
    const base = walk.start + along * walk.alongStep
    const dark = plane.data[base + Math.max(0, outer) * walk.inwardStep] ?? 0
    const bright = plane.data[base + inner * walk.inwardStep] ?? 0
    counted += 1
    if (bright > leastRatio * dark) steep += 1
  }
  return steep > 0.2 * counted && counted > 0
}

interface Found {
  readonly sides: Readonly<Record<Edge, Side | undefined>>
  readonly score: number
}

function sidesAt(plane: Plane, threshold: number): Found {
  const sides: Record<Edge, Side | undefined> = {
    left: undefined,
    right: undefined,
    top: undefined,
    bottom: undefined,
  }
  let score = 0
  for (const edge of edges) {
    const walk = walkFrom(edge, plane)
    const found = fittingLine(firstExposed(plane, walk, threshold))
    if (!found || !dividesSharply(plane, walk, found.line)) continue
    sides[edge] = found.line
    score += found.share
  }
  return { sides, score }
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

/** The exposed field of a corrected frame, to a pixel of a picture of about 256. */
export function roughField(frame: Plane): Field {
  const { width, height } = frame
  const factor = Math.max(1, Math.floor(Math.max(width, height) / 256))
  const small = reduce(frame, factor)
  const none = wholeField(width, height)
  if (small.width < 16 || small.height < 16) return none
  const sorted = small.data.slice().sort()
  const covered = Math.max(1, quantileOfSorted(sorted, 0.005))
  const exposed = quantileOfSorted(sorted, 0.98)
  if (exposed < leastRatio * covered) return none
  let best: Found | undefined
  for (const level of levels) {
    const found = sidesAt(small, covered * (exposed / covered) ** level)
    if (!best || found.score > best.score * 1.05) best = found
  }
  if (!best || best.score === 0) return none
  const { sides } = best
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
