import { projectPath } from '../scene/camera.ts'
import type { Camera } from '../scene/camera.ts'
import { cross, dot, subtract, smoothValues, normalize } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import type { Plate } from '../scene/scene.ts'
import type { Box, RayIntervals } from './ray-intervals.ts'

const steps = 10

export function getPlateBounds(camera: Camera, part: Plate): Box {
  const path = projectPath(camera, part.outline, steps, true)
  const xs = path.map((point) => point[0])
  const ys = path.map((point) => point[1])
  return {
    x0: Math.min(...xs) - 1,
    y0: Math.min(...ys) - 1,
    x1: Math.max(...xs) + 1,
    y1: Math.max(...ys) + 1,
  }
}

/**
 * Points of the outline about half a pixel apart, so that the nearest point approximates the line.
 */
function densify(path: readonly Vec[], walls: readonly number[]): Float32Array {
  const result: number[] = []
  for (const [i, from] of path.entries()) {
    const to = path[(i + 1) % path.length] ?? from
    const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 1.6))
    for (let k = 0; k < count; k++) {
      const t = k / count
      result.push(from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, walls[i] ?? 0)
    }
  }
  return Float32Array.from(result)
}

function fillOutline(path: readonly Vec[], out: RayIntervals): Uint8Array {
  const mask = new Uint8Array(out.width * out.height)
  for (let row = 0; row < out.height; row++) {
    const y = row + out.y0
    const crossings: number[] = []
    for (const [i, from] of path.entries()) {
      const to = path[(i + 1) % path.length] ?? from
      if (from[1] <= y !== to[1] <= y)
        crossings.push(from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    }
    crossings.sort((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const start = Math.max(0, Math.ceil((crossings[k] ?? 0) - out.x0))
      const end = Math.min(out.width - 1, Math.floor((crossings[k + 1] ?? 0) - out.x0))
      if (end >= start) mask.fill(1, row * out.width + start, row * out.width + end + 1)
    }
  }
  return mask
}

/** The squared distance to the outline, propagated between neighbours in two sweeps. */
function computeDistances(
  points: Float32Array,
  mask: Uint8Array,
  out: RayIntervals,
): { best: Float32Array; nearest: Int32Array } {
  const { width, height } = out
  const nearest = new Int32Array(width * height).fill(-1)
  const best = new Float32Array(width * height).fill(Infinity)
  const offer = (i: number, x: number, y: number, candidate: number) => {
    if (candidate < 0) return
    const dx = (points[candidate] ?? 0) - x
    const dy = (points[candidate + 1] ?? 0) - y
    const d = dx * dx + dy * dy
    if (d < (best[i] ?? 0)) {
      best[i] = d
      nearest[i] = candidate
    }
  }
  for (let k = 0; k < points.length; k += 3) {
    // A point outside of the image still matters for pixels inside: it is seeded at the border.
    const x = Math.min(width - 1, Math.max(0, Math.round((points[k] ?? 0) - out.x0)))
    const y = Math.min(height - 1, Math.max(0, Math.round((points[k + 1] ?? 0) - out.y0)))
    offer(y * width + x, x + out.x0, y + out.y0, k)
  }
  // Distances are needed only inside the outline.
  const sweep = (y: number, step: -1 | 1) => {
    const py = y + out.y0
    const row = y * width
    const before = row - step * width
    const has = y - step >= 0 && y - step < height
    for (let x = 0; x < width; x++) {
      const i = row + x
      if (mask[i] === 0) continue
      const px = x + out.x0
      if (has) {
        offer(i, px, py, nearest[before + x] ?? -1)
        if (x > 0) offer(i, px, py, nearest[before + x - 1] ?? -1)
        if (x < width - 1) offer(i, px, py, nearest[before + x + 1] ?? -1)
      }
      if (x > 0) offer(i, px, py, nearest[i - 1] ?? -1)
    }
    for (let x = width - 2; x >= 0; x--) {
      const i = row + x
      if (mask[i] !== 0) offer(i, x + out.x0, py, nearest[i + 1] ?? -1)
    }
  }
  for (let y = 0; y < height; y++) sweep(y, 1)
  for (let y = height - 1; y >= 0; y--) sweep(y, -1)
  return { best, nearest }
}

export interface PlateDistanceField {
  readonly distance: Float32Array
  readonly nearest: Int32Array
  /** x, y and shell of each point of the outline. */
  readonly points: Float32Array
  readonly mask: Uint8Array
  readonly z: number
  readonly half: number
  readonly rim: number
}

/**
 * The cosine of the angle to the beam: a tilted plate is thicker along the beam and has a narrower
 * rim.
 */
function computeFacing(camera: Camera, part: Plate): number {
  const [a, b, c] = [0, 1 / 3, 2 / 3].map(
    (t): Vec => part.outline[Math.floor(t * part.outline.length)] ?? [0, 0, 0],
  )
  if (!a || !b || !c) return 1
  return Math.max(
    0.3,
    Math.abs(dot(normalize(cross(subtract(b, a), subtract(c, a))), camera.basis.beam)),
  )
}

let cached:
  | { camera: Camera; part: Plate; out: RayIntervals; field: PlateDistanceField }
  | undefined

function getPlateField(camera: Camera, part: Plate, out: RayIntervals): PlateDistanceField {
  // Cached, because the inside of a shell is drawn right after its outside and has the same
  // distances.
  const same = cached
  if (
    same &&
    same.camera === camera &&
    same.part === part &&
    same.out.x0 === out.x0 &&
    same.out.y0 === out.y0 &&
    same.out.width === out.width &&
    same.out.height === out.height
  )
    return same.field
  const path = projectPath(camera, part.outline, steps, true)
  const cos = computeFacing(camera, part)
  const walls = smoothValues(part.walls ?? [], steps, true)
  const points = densify(
    path,
    walls.map((wall) => wall * camera.scale),
  )
  const mask = fillOutline(path, out)
  const { best, nearest } = computeDistances(points, mask, out)
  const field: PlateDistanceField = {
    distance: best,
    nearest,
    points,
    mask,
    z: path.reduce((sum, point) => sum + point[2], 0) / path.length,
    half: (part.thickness * camera.scale) / 2 / cos,
    rim: Math.max(0.5, part.rim * camera.scale * cos),
  }
  cached = { camera, part, out, field }
  return field
}

export function rasterizePlate(
  camera: Camera,
  part: Plate,
  shrink: number,
  out: RayIntervals,
): void {
  const { distance, nearest, points, mask, z, half, rim } = getPlateField(camera, part, out)
  const uneven = shrink > 0 && part.walls !== undefined
  const { near, far } = out
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue
    const wall = uneven ? (points[(nearest[i] ?? 0) + 2] ?? 0) : shrink
    const d = Math.sqrt(distance[i] ?? 0) - wall
    const deep = half - wall
    if (d <= 0 || deep <= 0) continue
    const e = d >= rim ? 0 : 1 - d / rim
    const h = deep * Math.sqrt(1 - e * e)
    if (z - h < (near[i] ?? 0)) near[i] = z - h
    if (z + h > (far[i] ?? 0)) far[i] = z + h
  }
}
