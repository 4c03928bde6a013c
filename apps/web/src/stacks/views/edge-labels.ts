import type { Vector } from '@talus/contract'
import { getEdgeLabels, move, normalize, scale } from '@talus/volume'
import type { AnatomicalDirection, OrientationOptions } from '@talus/volume'
import { toImage } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'

/** Directions of increasing columns and rows of a picture, and the distances of its pixels. */
export interface PictureAxes {
  readonly row: Vector
  readonly column: Vector
}

/** The direction in the animal of a step on the screen. */
export function toDirection(camera: Camera, { row, column }: PictureAxes, x: number, y: number) {
  const start = toImage(camera, { x: 0, y: 0 })
  const end = toImage(camera, { x, y })
  const across = scale(row, end.x - start.x)
  return normalize(move(across, column, (end.y - start.y) * camera.pixelAspect))
}

const edges = [
  { edge: 'right', x: 1, y: 0 },
  { edge: 'bottom', x: 0, y: 1 },
  { edge: 'left', x: -1, y: 0 },
  { edge: 'top', x: 0, y: -1 },
] as const

export interface EdgeLabel {
  readonly edge: (typeof edges)[number]['edge']
  readonly words: readonly AnatomicalDirection[]
}

/** The words at the four edges of a viewport; they follow every turn of the picture. */
export const listEdgeLabels = (
  camera: Camera,
  axes: PictureAxes,
  options: OrientationOptions,
): readonly EdgeLabel[] =>
  edges.map(({ edge, x, y }) => ({
    edge,
    words: getEdgeLabels(toDirection(camera, axes, x, y), options),
  }))
