import type { AnimalProportions } from './animal-proportions.ts'
import { add } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PlanePoint } from './plane-point.ts'
import { rotatePoint } from './plane-point.ts'

export function addHock(scene: SceneBuilder, build: AnimalProportions, talus: Vec): Vec {
  const { tibia: long, random } = build
  const angle = randomBetween(random, 1.15, 1.5)
  const at = ([x, y]: PlanePoint, z = 0): Vec => {
    const [px, py] = rotatePoint([x * long, y * long], angle)
    return add(talus, [px, py, z * long])
  }
  const shape = (points: readonly PlanePoint[], thick: number, rim: number, spongy = 0.4) =>
    scene.addBonePart(0.95, {
      cortex: 0.007 * long,
      spongy,
      parts: [
        plate(
          points.map((p) => at(p)),
          thick * long,
          rim * long,
        ),
      ],
    })
  // In these coordinates y is along the foot, which points forward at a flexed hock.
  scene.addBonePart(0.9, {
    cortex: 0.007 * long,
    spongy: 0.4,
    parts: [ball(talus, 0.042 * long, 0.042 * long, 0.05 * long)],
  })
  scene.addBonePart(0.45, {
    cortex: 0.006 * long,
    spongy: 0.3,
    parts: [
      ball(add(talus, [0.003 * long, -0.004 * long, 0]), 0.026 * long, 0.026 * long, 0.05 * long),
    ],
  })
  shape(
    [
      [-0.03, 0.02],
      [0.03, 0.02],
      [0.032, 0.07],
      [0.02, 0.092],
      [-0.022, 0.092],
      [-0.034, 0.06],
    ],
    0.08,
    0.03,
  )
  shape(
    [
      [0.03, -0.145],
      [0.062, -0.15],
      [0.076, -0.13],
      [0.07, -0.05],
      [0.078, 0.03],
      [0.075, 0.1],
      [0.045, 0.104],
      [0.035, 0.06],
      [0.02, 0.01],
      [0.032, -0.03],
      [0.034, -0.09],
    ],
    0.06,
    0.024,
  )
  shape(
    [
      [-0.03, 0.1],
      [0.024, 0.098],
      [0.026, 0.128],
      [-0.028, 0.13],
    ],
    0.08,
    0.02,
  )
  shape(
    [
      [0.03, 0.11],
      [0.074, 0.11],
      [0.07, 0.165],
      [0.03, 0.163],
    ],
    0.07,
    0.02,
  )
  shape(
    [
      [-0.028, 0.136],
      [0.026, 0.134],
      [0.026, 0.165],
      [-0.026, 0.167],
    ],
    0.08,
    0.02,
  )
  for (const [i, x] of [-0.014, 0.008, 0.024, 0.042].entries())
    scene.addBonePart(0.9, {
      cortex: 0.0095 * long,
      spongy: 0.12,
      parts: [
        tube(
          [0.172, 0.2, 0.3, 0.45, 0.52, 0.55].map((y) => at([x + 0.01 * (y - 0.17) * i, y])),
          [0.02, 0.019, 0.0155, 0.0155, 0.02, 0.018].map((r) => r * long),
        ),
      ],
    })
  return at([0.02, 0.5])
}
