import { project, projectPath, projectDirection } from '../scene/camera.ts'
import type { Camera } from '../scene/camera.ts'
import { smoothValues } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { getPlateBounds, rasterizePlate } from './rasterize-plate.ts'
import { getSurfaceBounds, rasterizeSurface } from './rasterize-surface.ts'
import type { Ellipsoid, Loft, Primitive, Tube } from '../scene/scene.ts'
import { clipBox, emptyBox } from './ray-intervals.ts'
import type { Box, RayIntervals } from './ray-intervals.ts'

/** Number of steps between two points of a curve. */
const steps = 6

const computeBounds = (points: readonly Vec[], margin: number): Box =>
  points.reduce<Box>(
    (box, [x, y]) => ({
      x0: Math.min(box.x0, x - margin),
      y0: Math.min(box.y0, y - margin),
      x1: Math.max(box.x1, x + margin),
      y1: Math.max(box.y1, y + margin),
    }),
    emptyBox,
  )

export function getBounds(camera: Camera, part: Primitive): Box {
  switch (part.kind) {
    case 'ellipsoid': {
      const [x, y] = project(camera, part.centre)
      const axes = part.axes.map((axis) => projectDirection(camera, axis))
      const rx = Math.hypot(...axes.map((axis) => axis[0]))
      const ry = Math.hypot(...axes.map((axis) => axis[1]))
      return { x0: x - rx, y0: y - ry, x1: x + rx, y1: y + ry }
    }
    case 'tube':
      return computeBounds(
        projectPath(camera, part.points, steps, false),
        Math.max(...part.radii) * camera.scale * 1.1,
      )
    case 'plate':
      return getPlateBounds(camera, part)
    case 'surface':
      return getSurfaceBounds(camera, part)
    case 'loft':
      return computeBounds(
        part.stations.map(({ at }) => project(camera, at)),
        Math.max(...part.stations.map(({ half }) => half)) * camera.scale * 1.1,
      )
  }
}

function rasterEllipsoid(camera: Camera, part: Ellipsoid, shrink: number, out: RayIntervals): void {
  const [cx, cy, cz] = project(camera, part.centre)
  const axes = part.axes.map((axis) => {
    const projected = projectDirection(camera, axis)
    const size = Math.hypot(...projected)
    const k = Math.max(0, size - shrink) / (size || 1)
    return [projected[0] * k, projected[1] * k, projected[2] * k] as const
  })
  let [xx, xy, yy, xz, yz, zz] = [0, 0, 0, 0, 0, 0]
  for (const [x, y, z] of axes) {
    xx += x * x
    xy += x * y
    yy += y * y
    xz += x * z
    yz += y * z
    zz += z * z
  }
  const det = xx * yy - xy * xy
  if (det < 1e-9) return
  const [a, b, c] = [yy / det, -xy / det, xx / det]
  const [gx, gy] = [xz * a + yz * b, xz * b + yz * c]
  const deep = Math.sqrt(Math.max(0, zz - xz * gx - yz * gy))
  const box = clipBox(
    {
      x0: cx - Math.sqrt(xx),
      x1: cx + Math.sqrt(xx),
      y0: cy - Math.sqrt(yy),
      y1: cy + Math.sqrt(yy),
    },
    out.x0 + out.width,
    out.y0 + out.height,
  )
  if (!box) return
  const { near, far } = out
  for (let y = Math.max(box.y0, out.y0); y < box.y1; y++) {
    const dy = y - cy
    for (let x = Math.max(box.x0, out.x0); x < box.x1; x++) {
      const dx = x - cx
      const rest = 1 - (a * dx * dx + 2 * b * dx * dy + c * dy * dy)
      if (rest <= 0) continue
      const half = deep * Math.sqrt(rest)
      const z = cz + gx * dx + gy * dy
      const i = (y - out.y0) * out.width + x - out.x0
      if (z - half < (near[i] ?? 0)) near[i] = z - half
      if (z + half > (far[i] ?? 0)) far[i] = z + half
    }
  }
}

/** The plane that cuts off the end of a tube, inset by the thickness of its shell. */
interface EndPlane {
  readonly x: number
  readonly y: number
  readonly c: number
  readonly endX: number
  readonly endY: number
  /** Squared distance up to which it cuts. */
  readonly reach: number
}

function createEndPlane(
  end: Vec | undefined,
  next: Vec | undefined,
  r: number,
  shrink: number,
): EndPlane {
  if (!end || !next) return { x: 0, y: 0, c: 0, endX: 0, endY: 0, reach: 0 }
  const size = Math.hypot(next[0] - end[0], next[1] - end[1]) || 1
  const [x, y] = [(next[0] - end[0]) / size, (next[1] - end[1]) / size]
  const c = end[0] * x + end[1] * y + shrink
  return { x, y, c, endX: end[0], endY: end[1], reach: (r * 1.8 + shrink) ** 2 }
}

/** The gap on the outer side of a bend between two segments, relative to the radius. */
function computeBend(a: Vec | undefined, b: Vec, c: Vec | undefined): number {
  if (!a || !c) return 0
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
  const sizes = Math.hypot(ux, uy) * Math.hypot(vx, vy)
  if (sizes < 1e-6) return 1
  const cos = (ux * vx + uy * vy) / sizes
  return Math.min(1.5, Math.sqrt(Math.max(0, (1 - cos) / Math.max(0.05, 1 + cos))))
}

/**
 * The share of the tube that is left near a flat end, whose edge is rounded: a cut would show the
 * rows of pixels. It applies only near the end, because a tube may curve back.
 */
function computeEndShare(
  x: number,
  y: number,
  { x: dx, y: dy, c, endX, endY, reach }: EndPlane,
  edge: number,
): number {
  const inside = x * dx + y * dy - c
  if (inside >= edge || (x - endX) ** 2 + (y - endY) ** 2 >= reach) return 1
  if (inside <= 0) return 0
  const rest = 1 - inside / edge
  return Math.sqrt(1 - rest * rest)
}

function rasterTube(camera: Camera, part: Tube, shrink: number, out: RayIntervals): void {
  const fine = part.straight === true ? 1 : steps
  const path = projectPath(camera, part.points, fine, false)
  const { walls } = part
  const own = shrink > 0 && walls ? part.radii.map((r, i) => r - (walls[i] ?? 0)) : part.radii
  const less = shrink > 0 && walls ? 0 : shrink
  const radii = smoothValues(own, fine)
  const { near, far } = out
  const factor = part.deep ?? 1
  const last = path.length - 2
  const flat = part.flat === true
  const wide = Math.max(...part.radii) * camera.scale
  const first = createEndPlane(path[0], path[1], wide, part.open === true ? 0 : shrink)
  const final = createEndPlane(path[last + 1], path[last], wide, part.open === true ? 0 : shrink)
  const edge = Math.max(1.5, wide * 0.12)
  for (let k = 0; k <= last; k++) {
    const [from, to] = [path[k], path[k + 1]]
    if (!from || !to) continue
    const r0 = (radii[k] ?? 0) * camera.scale - less
    const r1 = (radii[k + 1] ?? 0) * camera.scale - less
    const big = Math.max(r0, r1)
    if (big <= 0) continue
    const [ax, ay, az] = from
    const [dx, dy, dz] = [to[0] - ax, to[1] - ay, to[2] - az]
    const flatLength = dx * dx + dy * dy
    const slant = Math.min(1.6, Math.sqrt((flatLength + dz * dz) / Math.max(flatLength, 1e-6)))
    const size = Math.sqrt(Math.max(flatLength, 1e-6))
    // A segment seen nearly end-on is drawn as a ball; cutting it would leave a jagged edge.
    const stub = dz * dz > 6 * flatLength
    const low =
      k === 0 || stub ? -Infinity : -0.02 - (computeBend(path[k - 1], from, to) * big) / size
    const high =
      k === last || stub ? Infinity : 1.02 + (computeBend(from, to, path[k + 2]) * big) / size
    const box = clipBox(computeBounds([from, to], big), out.x0 + out.width, out.y0 + out.height)
    if (!box) continue
    for (let y = Math.max(box.y0, out.y0); y < box.y1; y++) {
      const py = y - ay
      let i = (y - out.y0) * out.width + Math.max(box.x0, out.x0) - out.x0
      for (let x = Math.max(box.x0, out.x0); x < box.x1; x++, i++) {
        const px = x - ax
        let t = flatLength > 1e-6 ? (px * dx + py * dy) / flatLength : 0
        if (t < low || t > high) continue
        const share = flat
          ? computeEndShare(x, y, first, edge) * computeEndShare(x, y, final, edge)
          : 1
        if (share === 0) continue
        const s = t < 0 ? 0 : t > 1 ? 1 : t
        const r = r0 + (r1 - r0) * s
        // Only the ends are domes: at an inner joint a dome would show as a bead.
        if ((k === 0 || stub) && t < 0) t = 0
        else if ((k === last || stub) && t > 1) t = 1
        const ex = px - dx * t
        const ey = py - dy * t
        const rest = r * r - ex * ex - ey * ey
        if (rest <= 0 || r <= 0) continue
        const half = Math.sqrt(rest) * slant * factor * share
        const z = az + dz * t
        if (z - half < (near[i] ?? 0)) near[i] = z - half
        if (z + half > (far[i] ?? 0)) far[i] = z + half
      }
    }
  }
}

function rasterLoft(camera: Camera, part: Loft, shrink: number, out: RayIntervals): void {
  const at = part.stations.map((station) => project(camera, station.at))
  const [first, final] = [at[0], at.at(-1)]
  if (!first || !final) return
  const size = Math.hypot(final[0] - first[0], final[1] - first[1]) || 1
  const [ux, uy] = [(final[0] - first[0]) / size, (final[1] - first[1]) / size]
  const fine = 24
  const position = smoothValues(
    at.map(([x, y]) => (x - first[0]) * ux + (y - first[1]) * uy),
    fine,
  )
  const middle = smoothValues(
    at.map(([x, y]) => (y - first[1]) * ux - (x - first[0]) * uy),
    fine,
  )
  const depth = smoothValues(
    at.map(([, , z]) => z),
    fine,
  )
  const half = smoothValues(
    part.stations.map((station) => station.half * camera.scale - shrink),
    fine,
  )
  const deep = smoothValues(
    part.stations.map((station) => station.deep * camera.scale - shrink),
    fine,
  )
  const table = new Float32Array((Math.ceil(size) + 2) * 4)
  for (let s = 0, k = 0; s < table.length / 4; s++) {
    while (k < position.length - 2 && (position[k + 1] ?? 0) < s) k++
    const span = (position[k + 1] ?? 0) - (position[k] ?? 0)
    const t = span > 0 ? Math.min(1, Math.max(0, (s - (position[k] ?? 0)) / span)) : 0
    for (const [slot, row] of [middle, half, deep, depth].entries())
      table[s * 4 + slot] = (row[k] ?? 0) * (1 - t) + (row[k + 1] ?? 0) * t
  }
  const { near, far, width, height } = out
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const px = x + out.x0 - first[0]
      const py = y + out.y0 - first[1]
      const s = px * ux + py * uy
      if (s < 0 || s > size) continue
      const k = (s | 0) * 4
      const f = s - (s | 0)
      const h = (table[k + 1] ?? 0) * (1 - f) + (table[k + 5] ?? 0) * f
      const e = (py * ux - px * uy - ((table[k] ?? 0) * (1 - f) + (table[k + 4] ?? 0) * f)) / h
      const rest = 1 - e * e
      if (rest <= 0 || h <= 0) continue
      const d = (table[k + 2] ?? 0) * Math.sqrt(rest)
      const z = table[k + 3] ?? 0
      if (z - d < (near[i] ?? 0)) near[i] = z - d
      if (z + d > (far[i] ?? 0)) far[i] = z + d
    }
  }
}

/**
 * Draws a primitive; with `shrink`, in pixels, only its inside without a shell of that thickness.
 */
export function rasterize(
  camera: Camera,
  part: Primitive,
  shrink: number,
  out: RayIntervals,
): void {
  switch (part.kind) {
    case 'ellipsoid':
      return rasterEllipsoid(camera, part, shrink, out)
    case 'tube':
      return rasterTube(camera, part, shrink, out)
    case 'plate':
      return rasterizePlate(camera, part, shrink, out)
    case 'surface':
      return rasterizeSurface(camera, part, shrink, out)
    case 'loft':
      return rasterLoft(camera, part, shrink, out)
  }
}
