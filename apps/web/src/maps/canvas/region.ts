import type { Point } from '../../ui/art/curves.ts'

/** What part of the drawing plane a map shows: x, y, width, height. */
export type Frame = readonly [x: number, y: number, width: number, height: number]

/** One part of a drawing that can be chosen. */
export interface DrawnRegion<Id extends string> {
  readonly id: Id
  /**
   * Closed path. It reaches beyond the outline of the animal, which trims what is seen of it: a
   * glove that misses a thin tail by a few millimetres still meets it.
   */
  readonly path: string
  /** A larger path for fingers, where the region itself is smaller than one. */
  readonly reach?: string
  /** Where its dot stands, and its name beside it. */
  readonly at: Point
}

/** A region as a map shows it. */
export interface MapRegion<Id extends string> extends DrawnRegion<Id> {
  readonly name: string
  /** The whole name, for those who do not see the drawing. */
  readonly spoken: string
  readonly images: number
  readonly isSelected: boolean
  /** What is chosen within it, where that is only a part of it. */
  readonly chosenPart?: string | undefined
}
