import type { Point } from '../../ui/art/curves.ts'

/** The part of the drawing plane that a map shows: x, y, width, height. */
export type Frame = readonly [x: number, y: number, width: number, height: number]

/** A selectable part of a drawing. */
export interface DrawnRegion<Id extends string> {
  readonly id: Id
  /**
   * Closed path. It extends beyond the outline of the animal, to which its tint is clipped: a
   * gloved finger that misses a thin tail by a few millimetres still hits the region.
   */
  readonly path: string
  /** A larger path for touch, if the region itself is smaller than a finger. */
  readonly touchPath?: string
  /** Position of its dot. */
  readonly at: Point
}

/** A region as a map shows it. */
export interface MapRegion<Id extends string> extends DrawnRegion<Id> {
  readonly name: string
  /** The accessible name, which includes the number of images. */
  readonly accessibleName: string
  readonly images: number
  readonly isSelected: boolean
  /** The name of the selected part, if only a part of the region is selected. */
  readonly selectedPart?: string | undefined
}
