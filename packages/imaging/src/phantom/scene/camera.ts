import { dot, smoothPath } from './geometry.ts'
import type { Point, Vec } from './geometry.ts'

/** The directions of image columns, image rows and the beam, in coordinates of the animal. */
export interface ViewBasis {
  readonly right: Vec
  readonly down: Vec
  readonly beam: Vec
}

/**
 * A parallel projection: a radiograph is calibrated in the plane of the object, so a landmark is at
 * the position of its shadow. /
 */
export interface Camera {
  readonly width: number
  readonly height: number
  /** Pixels per mm. */
  readonly scale: number
  readonly basis: ViewBasis
  readonly aim: Vec
  readonly centre: Point
}

export function project(camera: Camera, at: Vec): Vec {
  const { basis, aim, scale, centre } = camera
  const from: Vec = [at[0] - aim[0], at[1] - aim[1], at[2] - aim[2]]
  return [
    dot(from, basis.right) * scale + centre.x,
    dot(from, basis.down) * scale + centre.y,
    dot(from, basis.beam) * scale,
  ]
}

export const projectDirection = (camera: Camera, v: Vec): Vec => [
  dot(v, camera.basis.right) * camera.scale,
  dot(v, camera.basis.down) * camera.scale,
  dot(v, camera.basis.beam) * camera.scale,
]

export const projectPath = (
  camera: Camera,
  points: readonly Vec[],
  steps: number,
  closed: boolean,
): Vec[] => smoothPath(points, steps, closed).map((point) => project(camera, point))

/** The same view on a coarser grid. */
export const coarsenCamera = (camera: Camera, factor: number): Camera => ({
  ...camera,
  width: Math.ceil(camera.width / factor) + 1,
  height: Math.ceil(camera.height / factor) + 1,
  scale: camera.scale / factor,
  centre: { x: camera.centre.x / factor, y: camera.centre.y / factor },
})

/** Rotates a view by small angles: in the image plane (roll) and out of it (pitch and yaw). */
export function tiltBasis(basis: ViewBasis, roll: number, pitch: number, yaw: number): ViewBasis {
  const rotatePair = (a: Vec, b: Vec, angle: number): [Vec, Vec] => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const first: Vec = [a[0] * c + b[0] * s, a[1] * c + b[1] * s, a[2] * c + b[2] * s]
    const second: Vec = [b[0] * c - a[0] * s, b[1] * c - a[1] * s, b[2] * c - a[2] * s]
    return [first, second]
  }
  let { right, down, beam } = basis
  ;[down, beam] = rotatePair(down, beam, pitch)
  ;[right, beam] = rotatePair(right, beam, yaw)
  ;[right, down] = rotatePair(right, down, roll)
  return { right, down, beam }
}
