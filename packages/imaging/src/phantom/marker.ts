import type { Side } from '@talus/anatomy'
import { ringRadius } from './find-marker-place.ts'
import type { MarkerPlace } from './find-marker-place.ts'
import type { Camera } from './scene/camera.ts'
import { add, multiply } from './scene/geometry.ts'
import type { Vec } from './scene/geometry.ts'
import { tube } from './scene/scene.ts'
import type { Body, Scene } from './scene/scene.ts'

type Stroke = readonly (readonly [number, number])[]
const bow: Stroke = [
  [-0.35, -1],
  [0.1, -1],
  [0.42, -0.8],
  [0.45, -0.5],
  [0.38, -0.2],
  [0.1, -0.02],
  [-0.35, 0],
]
const letters: Readonly<Record<Side, readonly Stroke[]>> = {
  L: [
    [
      [-0.35, -1],
      [-0.35, 1],
    ],
    [
      [-0.35, 1],
      [0.45, 1],
    ],
  ],
  R: [
    [
      [-0.35, -1],
      [-0.35, 1],
    ],
    bow,
    [
      [0.02, 0],
      [0.45, 1],
    ],
  ],
}

/**
 * A mm of lead as mm of bone: lead is practically opaque, so it needs no thickness map of its own.
 */
const leadAsBone = 40

/** Adds a lead letter in a ring on the table. */
export function addMarker(
  scene: Scene,
  camera: Camera,
  letter: Side,
  { x: column, y: row, size }: MarkerPlace,
): Scene {
  const { right, down, beam } = camera.basis
  const centre = add(
    scene.aim,
    add(
      multiply(right, (column - camera.centre.x) / camera.scale),
      multiply(down, (row - camera.centre.y) / camera.scale),
    ),
  )
  const toPosition = ([x, y]: readonly [number, number]): Vec =>
    add(add(centre, multiply(beam, 90)), add(multiply(right, x * size), multiply(down, y * size)))
  const createStroke = (points: Stroke): Body => ({
    tissue: 'bone',
    weight: leadAsBone,
    parts: [
      tube(
        points.map(toPosition),
        points.map(() => 0.155 * size),
      ),
    ],
  })
  const ring: Stroke = Array.from({ length: 25 }, (_, i) => {
    const a = (i / 24) * 2 * Math.PI
    return [ringRadius * Math.cos(a), ringRadius * Math.sin(a)] as const
  })
  const strokes: Body = {
    tissue: 'bone',
    weight: leadAsBone,
    parts: letters[letter].flatMap((points) => createStroke(points).parts),
  }
  return { ...scene, bodies: [...scene.bodies, strokes, createStroke(ring)] }
}
