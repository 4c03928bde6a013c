import type { Stack, Vector } from '@talus/contract'
import { createGeometry, getEdgeLabels, scale, wholeBox } from '@talus/volume'
import type { AnatomicalDirection, ClippingBox, OrientationOptions } from '@talus/volume'

/** Keeps a part of the volume visible between two cuts, as a share of its length. */
const leastPart = 0.05

export interface ClippingSide {
  /** Along columns, rows or slices. */
  readonly axis: 0 | 1 | 2
  readonly end: 'from' | 'to'
  /** The side of the animal that the cut removes. */
  readonly words: readonly AnatomicalDirection[]
}

/** The six sides from which a volume can be cut, with the words of the animal. */
export function listClippingSides(
  stack: Stack,
  phase: number,
  orientation: OrientationOptions,
): readonly ClippingSide[] {
  const { row, column, normal } = createGeometry(stack, phase)
  return ([row, column, normal] as const).flatMap((direction, index): ClippingSide[] => {
    const axis = index as 0 | 1 | 2
    // An oblique axis has two words; the first one is its main direction.
    const name = (way: Vector) => getEdgeLabels(way, orientation).slice(0, 1)
    return [
      { axis, end: 'from', words: name(scale(direction, -1)) },
      { axis, end: 'to', words: name(direction) },
    ]
  })
}

/** The share of the volume that is removed from a side. */
export const getCut = (box: ClippingBox, { axis, end }: Pick<ClippingSide, 'axis' | 'end'>) =>
  end === 'from' ? box.from[axis] : 1 - box.to[axis]

const replace = (vector: Vector, axis: number, value: number): Vector => [
  axis === 0 ? value : vector[0],
  axis === 1 ? value : vector[1],
  axis === 2 ? value : vector[2],
]

/** Removes a share of the volume from a side; the opposite cut stays where it is. */
export function cutSide(
  box: ClippingBox,
  { axis, end }: Pick<ClippingSide, 'axis' | 'end'>,
  share: number,
): ClippingBox {
  if (end === 'from') {
    const from = Math.max(0, Math.min(share, box.to[axis] - leastPart))
    return { ...box, from: replace(box.from, axis, from) }
  }
  const to = Math.min(1, Math.max(1 - share, box.from[axis] + leastPart))
  return { ...box, to: replace(box.to, axis, to) }
}

export const isClipped = ({ from, to }: ClippingBox): boolean =>
  from.some((part, axis) => part !== wholeBox.from[axis]) ||
  to.some((part, axis) => part !== wholeBox.to[axis])
