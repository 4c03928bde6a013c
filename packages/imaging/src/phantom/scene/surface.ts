import { add, cross, dot, mix, multiply, normalize, smoothPath, smoothValues } from './geometry.ts'
import { subtract, vectorLength } from './geometry.ts'
import type { Vec } from './geometry.ts'
import type { Surface } from './scene.ts'

/** A cross-section of a bone: an ellipse, or with a higher power a rounded rectangle. */
export interface Section {
  readonly at: Vec
  /** Half width along the axis of the sweep, and half width across it. */
  readonly wide: number
  readonly thick: number
  readonly wall?: number
}

export interface SweepOptions {
  /** Direction of `wide`. */
  readonly axis?: Vec
  /** Exponent of the cross-section: 2 is an ellipse. */
  readonly power?: number
  /** Height of the domes at both ends, relative to the smaller half width there. */
  readonly ends?: readonly [number, number]
  readonly steps?: number
  readonly segments?: number
}

const none: Vec = [0, 0, 0]
const domeAngles = [0.35, 0.7, 1.05, 1.3, 1.46]

const profiles = new Map<string, readonly (readonly [number, number])[]>()

/** The points of a cross-section of size 1; a scene has thousands of rings with few shapes. */
function getProfile(power: number, segments: number): readonly (readonly [number, number])[] {
  const key = `${power} ${segments}`
  const known = profiles.get(key)
  if (known) return known
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power)
  const profile = Array.from({ length: segments }, (_, k) => {
    const angle = (k / segments) * 2 * Math.PI
    return [bend(Math.cos(angle)), bend(Math.sin(angle))] as const
  })
  profiles.set(key, profile)
  return profile
}

function createRing(
  { at, wide, thick }: Section,
  tangent: Vec,
  axis: Vec,
  power: number,
  segments: number,
): Vec[] {
  const across = normalize(subtract(axis, multiply(tangent, dot(axis, tangent))))
  const third = cross(tangent, across)
  return getProfile(power, segments).map(([c, s]): Vec => {
    const [w, t] = [c * wide, s * thick]
    return [
      at[0] + across[0] * w + third[0] * t,
      at[1] + across[1] * w + third[1] * t,
      at[2] + across[2] * w + third[2] * t,
    ]
  })
}

function createDome(section: Section, outward: Vec, height: number): Section[] {
  return domeAngles.map((angle) => ({
    ...section,
    at: add(section.at, multiply(outward, Math.sin(angle) * height)),
    wide: section.wide * Math.cos(angle),
    thick: section.thick * Math.cos(angle),
  }))
}

/** A bone along a smooth curve through cross-sections, closed by domes. */
export function sweep(sections: readonly Section[], options: SweepOptions = {}): Surface {
  const { axis = [0, 0, 1], power = 2, ends = [0.5, 0.5], steps = 5, segments = 20 } = options
  const path = smoothPath(
    sections.map(({ at }) => at),
    steps,
  )
  const smooth = (values: readonly number[]) =>
    smoothValues(values, steps).map((value) => Math.max(0, value))
  const wide = smooth(sections.map((one) => one.wide))
  const thick = smooth(sections.map((one) => one.thick))
  const walls = smooth(sections.map((one) => one.wall ?? 0))
  const along = path.map((at, i): Section => ({
    at,
    wide: wide[i] ?? 0,
    thick: thick[i] ?? 0,
    wall: walls[i] ?? 0,
  }))
  const tangents = path.map((at, i) => normalize(subtract(path[i + 1] ?? at, path[i - 1] ?? at)))
  const [first, last] = [along[0], along.at(-1)]
  const [start, end] = [tangents[0], tangents.at(-1)]
  if (!first || !last || !start || !end) return { kind: 'surface', rings: [] }
  const opening = createDome(
    first,
    multiply(start, -1),
    ends[0] * Math.min(first.wide, first.thick),
  ).toReversed()
  const closing = createDome(last, end, ends[1] * Math.min(last.wide, last.thick))
  const all = [...opening, ...along, ...closing]
  const directions = [...opening.map(() => start), ...tangents, ...closing.map(() => end)]
  const rings = all.map((section, i) =>
    createRing(section, directions[i] ?? start, axis, power, segments),
  )
  const uneven = sections.some(({ wall }) => wall !== undefined)
  return { kind: 'surface', rings, ...(uneven && { walls: all.map(({ wall = 0 }) => wall) }) }
}

/**
 * A short bone between two joint surfaces: an outline across the leg, around its centre, and its
 * height. Its edges are rounded and its waist is slightly narrower.
 */
export function block(
  outline: readonly Vec[],
  height: Vec,
  { edge = 0.26, waist = 0.06, steps = 4 } = {},
): Surface {
  const path = smoothPath(outline, steps, true)
  const centre = multiply(path.reduce(add, none), 1 / path.length)
  const profile: [scale: number, along: number][] = [0.08, 0.35, 0.7, 1.05, 1.4].map((angle) => [
    1 - edge * 1.6 * (1 - Math.sin(angle)),
    (edge * (1 - Math.cos(angle))) / 2,
  ])
  const stops: (readonly [number, number])[] = [
    [0.3, 0],
    ...profile,
    [1 - waist * 0.6, 0.34],
    [1 - waist, 0.5],
    [1 - waist * 0.6, 0.66],
    ...profile.toReversed().map(([scale, along]) => [scale, 1 - along] as const),
    [0.3, 1],
  ]
  return {
    kind: 'surface',
    rings: stops.map(([scale, along]) =>
      path.map((at) => add(mix(centre, at, scale), multiply(height, along - 0.5))),
    ),
  }
}

/** The surface inside a shell: rings are narrowed, and the ends moved inwards, by the wall. */
export function shrinkSurface({ rings, walls, inner }: Surface, wall: number): Surface['rings'] {
  if (inner) return inner
  const centres = rings.map((ring) => multiply(ring.reduce(add, none), 1 / ring.length))
  const positions = [0]
  for (const [i, at] of centres.slice(1).entries())
    positions.push((positions[i] ?? 0) + vectorLength(subtract(at, centres[i] ?? at)))
  const total = positions.at(-1) ?? 0
  const [before, after] = [walls?.[0] ?? wall, walls?.at(-1) ?? wall]
  const rest = Math.max(0, total - before - after) / (total || 1)
  let k = 0
  return rings.map((ring, i) => {
    const to = before + (positions[i] ?? 0) * rest
    while (k < centres.length - 2 && (positions[k + 1] ?? 0) < to) k++
    const from = centres[k] ?? none
    const next = centres[k + 1] ?? none
    const span = (positions[k + 1] ?? 0) - (positions[k] ?? 0)
    const moved = mix(from, next, span > 0 ? Math.min(1, (to - (positions[k] ?? 0)) / span) : 0)
    const centre = centres[i] ?? moved
    const less = walls?.[i] ?? wall
    return ring.map((at) => {
      const out = subtract(at, centre)
      const size = vectorLength(out)
      return add(moved, multiply(out, size > less ? (size - less) / size : 0))
    })
  })
}

/** Moves each point of a surface; its shell is that of the surface before. */
export function warpSurface(surface: Surface, wall: number, move: (at: Vec) => Vec): Surface {
  const moveRings = (rings: Surface['rings']) => rings.map((ring) => ring.map(move))
  return {
    ...surface,
    rings: moveRings(surface.rings),
    inner: moveRings(shrinkSurface(surface, wall)),
  }
}

/** An outline across z, as points of x and y. */
export interface Layer {
  readonly z: number
  readonly outline: readonly (readonly [x: number, y: number])[]
}

/** The outline moved inwards; it runs from +x to -y. */
function insetOutline(path: readonly Vec[], by: number): Vec[] {
  return path.map((at, i) => {
    const before = path.at(i - 1) ?? at
    const after = path[(i + 1) % path.length] ?? at
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const size = Math.hypot(dx, dy) || 1
    return [at[0] + (dy / size) * by, at[1] - (dx / size) * by, at[2]]
  })
}

/**
 * A bone given by its outlines from one side to the other, with equally many points. The first and
 * the last one are rounded by `edge`.
 */
export function stack(layers: readonly Layer[], wall: number, edge: number): Surface {
  const steps = 4
  const paths = layers.map(({ z, outline }) =>
    smoothPath(
      outline.map(([x, y]): Vec => [x, y, z]),
      steps,
      true,
    ),
  )
  const count = paths[0]?.length ?? 0
  const lines = Array.from({ length: count }, (_, k) =>
    smoothPath(
      paths.map((path) => path[k] ?? none),
      steps,
    ),
  )
  const rings = (lines[0] ?? []).map((_, i) => lines.map((line) => line[i] ?? none))
  const create = (inset: number): Vec[][] => {
    const narrowed = rings.map((ring) => insetOutline(ring, inset))
    const round = (ring: readonly Vec[] | undefined, out: 1 | -1) =>
      domeAngles.map((angle) =>
        insetOutline(ring ?? [], (edge - inset) * (1 - Math.cos(angle))).map(([x, y, z]): Vec => [
          x,
          y,
          z + out * (edge - inset) * Math.sin(angle),
        ]),
      )
    const [first, last] = [layers[0]?.z ?? 0, layers.at(-1)?.z ?? 0]
    const out = first < last ? 1 : -1
    return [
      ...round(narrowed[0], out === 1 ? -1 : 1).toReversed(),
      ...narrowed,
      ...round(narrowed.at(-1), out),
    ]
  }
  return { kind: 'surface', rings: create(0), inner: create(wall) }
}
