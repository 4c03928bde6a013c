import type { SideMarker } from '@talus/anatomy'
import { coarsenCamera } from './scene/camera.ts'
import type { Camera } from './scene/camera.ts'
import type { Point } from './scene/geometry.ts'
import type { Scene } from './scene/scene.ts'
import type { CollimatedField } from './physics/exposure.ts'
import { computeThickness } from './physics/thickness.ts'

/** Centre and size of a marker in pixels and mm. */
export interface MarkerPlace extends Point {
  /** Half the height of the letter in mm. */
  readonly size: number
}

/** Radius of the ring around the letter, relative to half its height. */
export const ringRadius = 1.75
/** Half heights of the letters that a clinic has, in mm: the largest that fits is used. */
const letterSizes = [5.5, 4.2, 3, 2.2] as const
/** Clear distance from the animal and from the edge of the field, in mm. */
const clearance = 2
const samplesPerMm = 0.5

/** Finds where the animal is in the image, on a coarse grid. Bones are inside of flesh. */
function findOutline(camera: Camera, scene: Scene) {
  const factor = camera.scale / samplesPerMm
  const view = coarsenCamera(camera, factor)
  // An organ that replaces fat does not change the sum of both.
  const flesh = scene.bodies.filter(({ tissue, fromFat }) => tissue !== 'bone' && fromFat !== true)
  const { coarse, soft, fat } = computeThickness(view, { ...scene, bodies: flesh }, 1)
  const isBody = (x: number, y: number) => {
    const [i, j] = [Math.round(x), Math.round(y)]
    if (i < 0 || j < 0 || i >= view.width || j >= view.height) return false
    const at = (j >> 1) * coarse.width + (i >> 1)
    return (soft[at] ?? 0) + (fat[at] ?? 0) > 0.3
  }
  return { factor, isBody }
}

/**
 * Finds a place for the marker in the exposed field beside the animal, as near as possible to the
 * corner where it is expected. Undefined if the animal fills the field: a letter over anatomy could
 * hide a finding.
 */
export function findMarkerPlace(
  scene: Scene,
  camera: Camera,
  field: CollimatedField,
  { edge, isPositional }: SideMarker,
): MarkerPlace | undefined {
  const { factor, isBody } = findOutline(camera, scene)
  const isFree = (x: number, y: number, radius: number) => {
    const [cx, cy, reach] = [x / factor, y / factor, radius / factor]
    for (let j = -Math.ceil(reach); j <= Math.ceil(reach); j++)
      for (let i = -Math.ceil(reach); i <= Math.ceil(reach); i++)
        if (Math.hypot(i, j) <= reach + 1 && isBody(cx + i, cy + j)) return false
    return true
  }
  const corner = {
    x: edge === 'right' ? field.x + field.halfWidth : field.x - field.halfWidth,
    y: edge === 'bottom' ? field.y + field.halfHeight : field.y - field.halfHeight,
  }
  const isOnItsSide = (x: number, y: number) => {
    if (edge === 'bottom') return y > field.y
    return edge === 'left' ? x < field.x : x > field.x
  }
  const step = 2 * camera.scale
  for (const size of letterSizes) {
    const radius = (size * ringRadius + clearance) * camera.scale
    const [w, h] = [field.halfWidth - radius, field.halfHeight - radius]
    let best: (MarkerPlace & { distance: number }) | undefined
    for (let y = field.y - h; y <= field.y + h; y += step)
      for (let x = field.x - w; x <= field.x + w; x += step) {
        if (isPositional && !isOnItsSide(x, y)) continue
        const detour = isOnItsSide(x, y) ? 0 : 2 * (field.halfWidth + field.halfHeight)
        const distance = Math.hypot(x - corner.x, y - corner.y) + detour
        if (distance < (best?.distance ?? Number.POSITIVE_INFINITY) && isFree(x, y, radius))
          best = { x, y, size, distance }
      }
    if (best) return { x: best.x, y: best.y, size }
  }
  return undefined
}
