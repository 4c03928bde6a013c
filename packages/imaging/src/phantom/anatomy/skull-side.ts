import { add, lerp, mix, smoothStep, subtract } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { ball, tube } from '../scene/scene.ts'
import type { Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Head } from './skull.ts'
import type { HeadStop } from './skull-shape.ts'
import { addTeeth } from './skull-teeth.ts'

/** A bone of one side; `axis` is the direction of the larger half size of its stops. */
export const createSideBone = (
  { at, k }: Head,
  stops: readonly HeadStop[],
  side: number,
  axis: Vec,
): Surface =>
  sweep(
    stops.map(([x, y, z, wide, thick]): Section => ({
      at: at(x, y, side * z),
      wide: wide * k,
      thick: thick * k,
    })),
    { axis, ends: [roundEnd(stops[0]), roundEnd(stops.at(-1))], segments: 16 },
  )

/** A flat bone ends in a half round, however thin it is. */
const roundEnd = (stop: HeadStop | undefined): number =>
  stop ? (0.7 * Math.max(stop[3], stop[4])) / Math.min(stop[3], stop[4]) : 0.5

/** Adds the paired parts: bulla, zygomatic arch, rim of the orbit, and the teeth. */
export function addSide(head: Head, side: number): void {
  const { scene, shape, k } = head
  addBulla(head, side)
  scene.addBonePart(0.95, {
    cortex: 0.011 * k,
    spongy: 0.3,
    summed: true,
    parts: [createSideBone(head, shape.arch, side, [0, 1, 0])],
  })
  scene.addBonePart(0.4, {
    summed: true,
    parts: [createSideBone(head, shape.orbit, side, [0, 0, 1])],
  })
  addTeeth(head, side, 'upper')
}

/** Half width of the bulla along it, relative to its radius. */
const bullaShape: readonly (readonly [along: number, half: number])[] = [
  [-1.25, 0.3],
  [-1, 0.6],
  [-0.6, 0.86],
  [-0.1, 1],
  [0.35, 1],
  [0.75, 0.84],
  [1.02, 0.5],
]

/**
 * Adds the tympanic bulla, an egg under the base of the skull. Its wall is thick below and vanishes
 * where it joins the base; both bullae are never exactly superimposed.
 */
function addBulla({ scene, shape, at, k }: Head, side: number): void {
  const { at: where, radius } = shape.bulla
  const [x, y, z] = [where[0] + side * 0.014, where[1] + side * 0.009, where[2]]
  const centre = at(x, y, side * z)
  const size = radius * k
  const outer = sweep(
    bullaShape.map(([along, half]): Section => ({
      at: at(
        x + along * radius * 1.15,
        y - (0.16 * along + 0.05) * radius,
        side * (z + along * 0.2 * radius),
      ),
      wide: half * size * 0.96,
      thick: half * size * 0.85,
    })),
    { axis: [0, 1, 0], ends: [0.7, 0.7], segments: 32 },
  )
  const hollow = (point: Vec): Vec => {
    const from = subtract(point, centre)
    const low = smoothStep(-0.5, 0.8, from[1] / size)
    const uneven = 0.02 * Math.sin((5 * from[0]) / size + side) + 0.012 * Math.sin(9 * low)
    return mix(point, add(centre, [0, -0.1 * size, 0]), lerp(0.015, 0.12, low) + uneven * low)
  }
  const surface: Surface = { ...outer, inner: outer.rings.map((ring) => ring.map(hollow)) }
  scene.addBonePart(0.85, { cortex: 0.011 * k, spongy: 0.012, parts: [surface] })
  scene.addSoft(-0.8, ball(centre, size * 1.05, size * 0.78, size * 0.72))
  // External ear canal.
  scene.addSoft(
    -0.6,
    tube([at(x - 0.04, y - 0.04, side * 0.28), at(x, y - 0.1, side * 0.4)], [0.028 * k, 0.034 * k]),
  )
}
