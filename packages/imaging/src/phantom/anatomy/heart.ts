import { heartLong } from './animal-proportions.ts'
import type { AnimalProportions } from './animal-proportions.ts'
import type { Chest } from './chest.ts'
import { add, clamp, multiply, normalize, smoothValues, subtract } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import type { SceneBuilder, Surface } from '../scene/scene.ts'

/**
 * The borders of the heart along its axis, from the carina (0) to the apex (1), relative to its
 * width: the cranial border is convex, the caudal one straighter, with the left atrium at the base.
 */
const heartBorders: readonly (readonly [along: number, cranial: number, caudal: number])[] = [
  [-0.075, -0.04, 0.06],
  [-0.065, -0.12, 0.17],
  [-0.03, -0.22, 0.3],
  [0.04, -0.325, 0.415],
  [0.14, -0.415, 0.475],
  [0.28, -0.487, 0.499],
  [0.4, -0.5, 0.5],
  [0.52, -0.496, 0.47],
  [0.64, -0.468, 0.415],
  [0.75, -0.415, 0.345],
  [0.85, -0.325, 0.255],
  [0.93, -0.22, 0.16],
  [0.98, -0.11, 0.07],
  [1, -0.02, 0.005],
]
const [start, cranial, caudal] = ([0, 1, 2] as const).map((column) =>
  smoothValues(
    heartBorders.map((row) => row[column]),
    4,
  ),
)

/** The heart leans to the left: its base is at the midline, its apex left of it. */
function createHeart(build: AnimalProportions, chest: Chest): Surface {
  const { u } = build
  const short = build.vhs * (1 - heartLong) * u
  const axis = subtract(chest.apex, chest.carina)
  const across: Vec = multiply(normalize([axis[1], -axis[0], 0]), short)
  const segments = 40
  const rings = (start ?? []).map((along, i) => {
    const [low, high] = [cranial?.[i] ?? 0, caudal?.[i] ?? 0]
    const centre = add(
      add(chest.carina, multiply(axis, along)),
      add(multiply(across, (low + high) / 2), [0, 0, (-0.08 + 0.3 * along) * short]),
    )
    const half = Math.max(0.001, (high - low) / 2)
    // The base is thin between the atria: its dorsal border is lost among the vessels.
    const base = 0.3 + 0.7 * clamp((along + 0.075) / 0.36, 0, 1)
    return Array.from({ length: segments }, (_, k) => {
      const angle = (k / segments) * 2 * Math.PI
      const flat = (value: number) => Math.sign(value) * Math.abs(value) ** 0.86
      const deep = half * short * 0.82 * base * flat(Math.sin(angle))
      return add(centre, add(multiply(across, half * flat(Math.cos(angle))), [0, 0, deep]))
    })
  })
  return { kind: 'surface', rings }
}

/** Adds the heart in the lung; `air` is the share of soft tissue that the lung has replaced. */
export function addHeart(
  scene: SceneBuilder,
  build: AnimalProportions,
  chest: Chest,
  air: number,
): void {
  const short = build.vhs * (1 - heartLong) * build.u
  const axis = subtract(chest.apex, chest.carina)
  const across: Vec = multiply(normalize([axis[1], -axis[0], 0]), short)
  scene.addSoft(air, createHeart(build, chest))
  const locate = (share: number): Vec =>
    add(add(chest.carina, multiply(axis, 0.4)), multiply(across, share))
  scene.landmarks['carina'] = chest.carina
  scene.landmarks['heartApex'] = chest.apex
  scene.landmarks['heartCranial'] = locate(-0.5)
  scene.landmarks['heartCaudal'] = locate(0.5)
}
