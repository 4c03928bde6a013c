import type { Camera } from './camera.ts'
import type { Field } from './exposure.ts'
import { add, times } from './geometry.ts'
import type { Vec } from './geometry.ts'
import { tube } from './scene.ts'
import type { Body, Scene } from './scene.ts'

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

/** What a mm of lead takes away, in mm of bone: nothing that is worth a map of its own passes. */
const leadAsBone = 40

/** A lead letter in a ring, laid on the table at the upper left corner of the field. */
export function addMarker(scene: Scene, camera: Camera, field: Field, side: 'L' | 'R'): Scene {
  const { right, down, beam } = camera.basis
  const size = 5.5
  const inset = 15
  const corner = add(
    scene.aim,
    add(
      times(right, (field.x - field.halfWidth - camera.centre.x) / camera.scale + inset),
      times(down, (field.y - field.halfHeight - camera.centre.y) / camera.scale + inset),
    ),
  )
  const place = ([x, y]: readonly [number, number]): Vec =>
    add(add(corner, times(beam, 90)), add(times(right, x * size), times(down, y * size)))
  const stroke = (points: Stroke): Body => ({
    tissue: 'bone',
    weight: leadAsBone,
    parts: [
      tube(
        points.map(place),
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
    parts: letters[side].flatMap((points) => stroke(points).parts),
  }
  return { ...scene, bodies: [...scene.bodies, letter, stroke(ring)] }
}
