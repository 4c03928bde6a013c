import { project } from '../scene/camera.ts'
import type { Camera } from '../scene/camera.ts'
import { add, cross, dot, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { shrinkSurface } from '../scene/surface.ts'
import type { Surface } from '../scene/scene.ts'
import { emptyBox } from './ray-intervals.ts'
import type { Box, RayIntervals } from './ray-intervals.ts'

export function getSurfaceBounds(camera: Camera, part: Surface): Box {
  const { right, down } = camera.basis
  const { scale } = camera
  // As `project` does, but without a vector for each of the thousands of points.
  const x = camera.centre.x - dot(camera.aim, right) * scale
  const y = camera.centre.y - dot(camera.aim, down) * scale
  let { x0, y0, x1, y1 } = emptyBox
  for (const ring of part.rings)
    for (const at of ring) {
      const [i, j] = [x + dot(at, right) * scale, y + dot(at, down) * scale]
      if (i < x0) x0 = i
      if (i > x1) x1 = i
      if (j < y0) y0 = j
      if (j > y1) y1 = j
    }
  return { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 }
}

/** The x of an edge at a row; both triangles of an edge must get the same result. */
const crossRow = (from: Vec, to: Vec, y: number): number =>
  from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])

/**
 * A pixel belongs to a triangle by its centre, with half-open rows and columns, so that the
 * triangles of a surface leave no gap and share no pixel.
 */
function rasterizeTriangle(a: Vec, b: Vec, c: Vec, turn: number, out: RayIntervals): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  if (area === 0) return
  let [low, middle, high] = [a, b, c]
  if (middle[1] < low[1]) [low, middle] = [middle, low]
  if (high[1] < middle[1]) [middle, high] = [high, middle]
  if (middle[1] < low[1]) [low, middle] = [middle, low]
  const first = Math.max(out.y0, Math.ceil(low[1]))
  const end = Math.min(out.y0 + out.height, Math.ceil(high[1]))
  if (end <= first) return
  const gx = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area
  const gy = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area
  const sign = area > 0 ? turn : -turn
  const { near, far } = out
  for (let y = first; y < end; y++) {
    const long = crossRow(low, high, y)
    const short = y < middle[1] ? crossRow(low, middle, y) : crossRow(middle, high, y)
    const x0 = Math.max(out.x0, Math.ceil(Math.min(long, short)))
    const x1 = Math.min(out.x0 + out.width, Math.ceil(Math.max(long, short)))
    let z = a[2] + gx * (x0 - a[0]) + gy * (y - a[1])
    let i = (y - out.y0) * out.width + x0 - out.x0
    for (let x = x0; x < x1; x++, i++, z += gx)
      if (out.summed) far[i] = (far[i] ?? 0) + sign * z
      else {
        if (z < (near[i] ?? 0)) near[i] = z
        if (z > (far[i] ?? 0)) far[i] = z
      }
  }
}

const computeCentre = (ring: readonly Vec[]): Vec =>
  multiply(ring.reduce(add, [0, 0, 0]), 1 / ring.length)

/** Calls back with each triangle; the turn is the same for all. */
function forEachTriangle(
  rings: readonly (readonly Vec[])[],
  handle: (a: Vec, b: Vec, c: Vec) => void,
): void {
  const [first, last] = [rings[0], rings.at(-1)]
  if (!first || !last) return
  const [top, bottom] = [computeCentre(first), computeCentre(last)]
  const count = first.length
  for (let j = 0; j < count; j++) {
    const next = (j + 1) % count
    for (let i = 0; i + 1 < rings.length; i++) {
      const [a, b, c, d] = [
        rings[i]?.[j],
        rings[i]?.[next],
        rings[i + 1]?.[next],
        rings[i + 1]?.[j],
      ]
      if (!a || !b || !c || !d) continue
      handle(a, b, c)
      handle(a, c, d)
    }
    const [a, b, c, d] = [first[j], first[next], last[j], last[next]]
    if (a) handle(top, b ?? a, a)
    if (c) handle(bottom, c, d ?? c)
  }
}

export function rasterizeSurface(
  camera: Camera,
  part: Surface,
  shrink: number,
  out: RayIntervals,
): void {
  const rings = shrink > 0 ? shrinkSurface(part, shrink / camera.scale) : part.rings
  const projected = rings.map((ring) => ring.map((at) => project(camera, at)))
  let turn = 1
  if (out.summed) {
    let volume = 0
    forEachTriangle(projected, (a, b, c) => {
      volume += dot(a, cross(b, c))
    })
    turn = volume < 0 ? -1 : 1
  }
  forEachTriangle(projected, (a, b, c) => rasterizeTriangle(a, b, c, turn, out))
}
