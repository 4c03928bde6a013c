import type { Vector } from '@talus/contract'
import { identity, multiply, normalize, rotateAround, transform } from '../vectors.ts'
import type { Matrix } from '../vectors.ts'
import { getHanging } from '../orientation/hanging.ts'
import type { OrientationOptions } from '../orientation/directions.ts'
import type { PlaneName } from '../orientation/hanging.ts'

/**
 * The one value behind all cross-hairs: the point where the three planes meet, and their common
 * rotation. The planes are derived from it, so they stay perpendicular and cannot disagree.
 */
export interface Frame {
  readonly origin: Vector
  readonly rotation: Matrix
}

/** A plane through `origin`; `normal` points away from the viewer. All three are unit vectors. */
export interface PlaneFrame {
  readonly origin: Vector
  readonly right: Vector
  readonly down: Vector
  readonly normal: Vector
}

export const createFrame = (origin: Vector): Frame => ({ origin, rotation: identity })

export function createPlane(origin: Vector, right: Vector, down: Vector): PlaneFrame {
  const normal = normalize([
    right[1] * down[2] - right[2] * down[1],
    right[2] * down[0] - right[0] * down[2],
    right[0] * down[1] - right[1] * down[0],
  ])
  return { origin, right, down, normal }
}

export function getPlanes(
  frame: Frame,
  options: OrientationOptions,
): Readonly<Record<PlaneName, PlaneFrame>> {
  const create = (name: PlaneName) => {
    const { right, down } = getHanging(name, options)
    return createPlane(
      frame.origin,
      transform(frame.rotation, right),
      transform(frame.rotation, down),
    )
  }
  return {
    transverse: create('transverse'),
    sagittal: create('sagittal'),
    dorsal: create('dorsal'),
  }
}

export const moveFrame = (frame: Frame, origin: Vector): Frame => ({ ...frame, origin })

/** Turns the planes around a direction by an angle in radians; `axis` is usually a normal. */
export const rotateFrame = (frame: Frame, axis: Vector, angle: number): Frame => ({
  ...frame,
  rotation: multiply(rotateAround(axis, angle), frame.rotation),
})
