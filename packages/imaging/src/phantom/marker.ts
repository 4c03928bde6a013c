import type { Camera } from './scene/camera.ts'
import type { CollimatedField } from './physics/exposure.ts'
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
const letters: Readonly<Record<'L' | 'R', readonly Stroke[]>> = {
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

/** Adds a lead letter in a ring on the table, at the upper left corner of the field. */
export function addMarker(
  scene: Scene,
  camera: Camera,
  field: CollimatedField,
  side: 'L' | 'R',
): Scene {
  const { right, down, beam } = camera.basis
  const size = 5.5
  const inset = 15
  const corner = add(
    scene.aim,
    add(
      multiply(right, (field.x - field.halfWidth - camera.centre.x) / camera.scale + inset),
      multiply(down, (field.y - field.halfHeight - camera.centre.y) / camera.scale + inset),
    ),
  )
  const toPosition = ([x, y]: readonly [number, number]): Vec =>
    add(add(corner, multiply(beam, 90)), add(multiply(right, x * size), multiply(down, y * size)))
  const createStroke = (points: Stroke): Body => ({
    tissue: 'bone',
    weight: leadAsBone,
    parts: [
      tube(
        points.map(toPosition),
        points.map(() => 0.85),
      ),
    ],
  })
  const ring: Stroke = Array.from({ length: 25 }, (_, i) => {
    const a = (i / 24) * 2 * Math.PI
    return [1.75 * Math.cos(a), 1.75 * Math.sin(a)] as const
  })
  const letter: Body = {
    tissue: 'bone',
    weight: leadAsBone,
    parts: letters[side].flatMap((points) => createStroke(points).parts),
  }
  return { ...scene, bodies: [...scene.bodies, letter, createStroke(ring)] }
}
