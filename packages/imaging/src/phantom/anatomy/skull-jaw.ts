import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { tube } from '../scene/scene.ts'
import { randomBetween } from '../scene/noise.ts'
import type { Head } from './skull.ts'
import { createSideBone } from './skull-bones.ts'
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

function addHalf(head: Head, side: number): void {
  const { scene, shape, at, k } = head
  scene.addBonePart(0.9, {
    cortex: 0.016 * k,
    spongy: 0.2,
    parts: [
      createSideBone(head, shape.jaw, side, [0, 1, 0]),
      createSideBone(head, shape.coronoid, side, [1, 0, 0]),
      createSideBone(head, shape.condyle, side, [1, 0, 0]),
      createSideBone(head, shape.angle, side, [0, 1, 0]),
    ],
  })
  // The condyle lies across the head.
  const [x, y, z, radius] = shape.joint
  scene.addBonePart(0.85, {
    cortex: 0.012 * k,
    spongy: 0.35,
    parts: [
      sweep(
        [-1.9, -1, 0, 1, 1.7].map((t): Section => ({
          at: at(x, y + 0.004 * Math.abs(t), side * (z + t * radius)),
          wide: radius * k * (Math.abs(t) > 1.5 ? 0.6 : 1),
          thick: radius * k * (Math.abs(t) > 1.5 ? 0.6 : 1),
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

function addHyoid({ scene, shape, at, k }: Head, side: number): void {
  const points = shape.hyoid.map(([x, y, z]) => at(x, y, side * z))
  for (const [i, from] of points.entries()) {
    const to = points[i + 1]
    if (!to) break
    const between = (t: number) =>
      [0, 1, 2].map((axis) => (from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * t)
    scene.addBonePart(0.7, {
      cortex: 0.006 * k,
      spongy: 0.3,
      parts: [
        sweep(
          [0.06, 0.3, 0.7, 0.94].map((t, n): Section => {
            const [x = 0, y = 0, z = 0] = between(t)
            const r = (n === 0 || n === 3 ? 0.015 : 0.0115) * k
            return { at: [x, y, z], wide: r, thick: r }
          }),
          { segments: 12 },
        ),
      ],
    })
  }
}
