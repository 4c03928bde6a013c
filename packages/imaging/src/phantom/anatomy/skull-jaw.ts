import { add, lerp, mix, smoothStep } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { tube } from '../scene/scene.ts'
import type { Surface } from '../scene/scene.ts'
import { randomBetween } from '../scene/noise.ts'
import type { Head } from './skull.ts'
import { createSideBone } from './skull-side.ts'
import { addTeeth } from './skull-teeth.ts'

/** Adds both halves of the lower jaw with their teeth, and the hyoid bones. */
export function addLowerJaw(head: Head): void {
  // Left and right are never exactly superimposed.
  const turn = randomBetween(head.build.random, -0.018, 0.018)
  for (const side of [1, -1]) {
    const shifted: Head = {
      ...head,
      at: (x, y, z) => head.at(x + side * turn, y + side * turn * 0.6, z),
    }
    addHalf(shifted, side)
    addTeeth(shifted, side, 'lower')
    addHyoid(head, side)
  }
}

/** The wall of the ramus begins above the body of the jaw: two walls in one would be a bright step. */
const thinWhereJoined = (surface: Surface, k: number): Surface => ({
  ...surface,
  walls: surface.rings.map(
    (_, i, { length }) => lerp(0.002, 0.016, smoothStep(0.4, 0.7, i / length)) * k,
  ),
})

function addHalf(head: Head, side: number): void {
  const { scene, shape, at, k } = head
  scene.addBonePart(0.9, {
    cortex: 0.016 * k,
    spongy: 0.2,
    parts: [
      createSideBone(head, shape.jaw, side, [0, 1, 0]),
      thinWhereJoined(createSideBone(head, shape.coronoid, side, [1, 0, 0]), k),
      createSideBone(head, shape.condyle, side, [1, 0, 0]),
      createSideBone(head, shape.angle, side, [0, 1, 0]),
    ],
  })
  // The condyle lies across the head.
  const [x, y, z, radius] = shape.joint
  scene.addBonePart(0.45, {
    cortex: 0.005 * k,
    spongy: 0.45,
    parts: [
      sweep(
        [-1.9, -1, 0, 1, 1.7].map((t): Section => ({
          at: at(x, y + 0.004 * Math.abs(t), side * (z + t * radius)),
          wide: radius * k * (Math.abs(t) > 1.5 ? 0.7 : 1.15),
          thick: radius * k * (Math.abs(t) > 1.5 ? 0.4 : 0.72),
        })),
        { axis: [1, 0, 0], segments: 16 },
      ),
    ],
  })
  // Canal of the nerve, near the lower border.
  const canal = shape.jaw.slice(1, -1)
  scene.addBonePart(-0.22, {
    parts: [
      tube(
        canal.map(([jx, jy, jz, wide]) => at(jx, jy + wide * 0.5, side * jz)),
        canal.map((stop) => stop[3] * 0.16 * k),
      ),
    ],
  })
}

/** The chain of hyoid bones from the bulla to the larynx, with cartilage between them. */
function addHyoid({ scene, shape, at, k }: Head, side: number): void {
  const points = shape.hyoid.map(([x, y, z]) => at(x + side * 0.008, y, side * z))
  const addRod = (from: Vec, to: Vec, radius: number, bow: number, weight = 0.6) => {
    const shares = [1.15, 0.85, 0.75, 0.9, 1.2]
    scene.addBonePart(weight, {
      cortex: 0.004 * k,
      spongy: 0.35,
      parts: [
        sweep(
          [0.07, 0.25, 0.5, 0.75, 0.93].map((t, n): Section => {
            const half = radius * (shares[n] ?? 1) * k
            const lift: Vec = [bow * Math.sin(Math.PI * t) * k, 0, 0]
            return { at: add(mix(from, to, t), lift), wide: half, thick: half * 0.8 }
          }),
          { ends: [0.8, 0.8], segments: 12 },
        ),
      ],
    })
  }
  for (const [i, from] of points.entries()) {
    const to = points[i + 1]
    if (to) addRod(from, to, 0.0105, i === 0 ? 0.016 : -0.008)
  }
  // The basihyoid lies across, seen end-on from the side; the thyrohyoid returns to the larynx.
  const [x, y] = shape.hyoid.at(-1) ?? [0, 0]
  const last = points.at(-1)
  if (!last) return
  addRod(last, at(x + 0.17, y - 0.05, side * 0.09), 0.009, 0)
  addRod(at(x - 0.01, y + 0.012, side * 0.06), at(x - 0.015, y + 0.016, 0), 0.013, 0, 0.14)
}
