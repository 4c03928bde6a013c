import type { AnimalProportions } from './animal-proportions.ts'
import { add, interpolate, vectorLength, multiply, normalize } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { tube } from '../scene/scene.ts'
import type { SceneBuilder, Tube } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import type { Chest, Projection } from './chest.ts'

/**
 * Adds the arteries and veins of the lung, which start at the hilus and branch until they are too
 * fine.
 */
export function addVessels(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  chest: Chest,
  plane: Projection,
): void {
  const { u, random } = build
  const k = build.thoracic / 13
  const inLung = ([x, y, z]: Vec): boolean => {
    const roof = spine.heightAt(x) + 0.6 * u
    const floor = chest.sternum(x) - 0.8 * u
    // The diaphragm is inclined: the lung extends further dorsally than ventrally.
    const t = (y - roof) / Math.max(1, floor - roof)
    const end =
      plane === 'side'
        ? interpolate(
            [
              [0, 12 * k * u],
              [0.3, 10.6 * k * u],
              [0.6, 9.0 * k * u],
              [1, 8.2 * k * u],
            ],
            t,
          )
        : interpolate(
            [
              [0, 9 * k * u],
              [0.5, 9.6 * k * u],
              [0.9, 11 * k * u],
            ],
            Math.abs(z) / chest.width(x),
          )
    return x > -0.8 * u && x < end && y > roof && y < floor && Math.abs(z) < 0.86 * chest.width(x)
  }
  const parts: Tube[] = []
  const grow = (from: Vec, heading: Vec, radius: number, depth: number): void => {
    const step = Math.max(0.55 * u, radius * 7.5)
    const points: Vec[] = [from]
    let [at, direction] = [from, heading]
    for (let i = 0; i < 4; i++) {
      direction = normalize(
        add(direction, [
          randomBetween(random, -0.16, 0.16),
          randomBetween(random, -0.16, 0.16),
          randomBetween(random, -0.16, 0.16),
        ]),
      )
      at = add(at, multiply(direction, step * 0.5))
      if (!inLung(at)) break
      points.push(at)
    }
    if (points.length < 2) return
    const thin = radius * 0.72
    parts.push(
      tube(
        points,
        points.map((_, i) => radius + (thin - radius) * (i / (points.length - 1))),
      ),
    )
    if (depth === 0 || radius < 0.012 * u) return
    const end = points.at(-1) ?? from
    const fork = randomBetween(random, 0.3, 0.6)
    const turn: Vec = normalize([
      randomBetween(random, -1, 1),
      randomBetween(random, -1, 1),
      randomBetween(random, -0.6, 0.6),
    ])
    grow(end, normalize(add(direction, multiply(turn, fork * 0.5))), thin, depth - 1)
    grow(end, normalize(add(direction, multiply(turn, -fork * 1.3))), thin * 0.74, depth - 1)
    const middle = points[Math.floor(points.length / 2)] ?? end
    if (random() < 0.6)
      grow(
        middle,
        normalize(add(direction, multiply(turn, 1.2))),
        thin * 0.5,
        Math.min(2, depth - 1),
      )
  }
  for (const side of [1, -1]) {
    const hilus = add(chest.carina, [0.45 * u, 0.45 * u, side * 0.75 * u])
    const branches: [Vec, number][] = [
      [[1, -0.02, 0.32], 0.21],
      [[1, 0.12, 0.4], 0.19],
      [[0.95, 0.3, 0.5], 0.13],
      [[0.85, -0.22, 0.5], 0.13],
      [[0.8, 0.5, 0.5], 0.1],
      [[0.9, 0.1, 0.9], 0.11],
      [[-0.85, 0.42, 0.3], 0.13],
      [[-0.9, 0.3, 0.36], 0.13],
      [[-0.75, 0.6, 0.5], 0.08],
      [[0.45, 0.8, 0.7], 0.07],
    ]
    for (const [[x, y, z], radius] of branches) {
      const heading: Vec = normalize([x, y + randomBetween(random, -0.08, 0.08), side * z])
      if (vectorLength(heading) > 0)
        grow(
          add(hilus, [
            randomBetween(random, -0.3, 0.3) * u + Math.sign(x) * 0.45 * u,
            randomBetween(random, -0.25, 0.3) * u,
            0,
          ]),
          heading,
          radius * u,
          7,
        )
    }
  }
  // The large vessels overlap at the hilus, so they weigh less than the fine ones.
  for (const part of parts) scene.addSoft(Math.max(...part.radii) > 0.12 * u ? 0.3 : 0.9, part)
}
