import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import { tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'

/** Adds the upper and lower arcade in the lateral view: canines, then teeth of increasing size. */
export function addTeethRow(
  scene: SceneBuilder,
  build: AnimalProportions,
  p: (x: number, y: number) => Vec,
  k: number,
): void {
  const horse = build.species === 'Equine'
  const cat = build.species === 'Feline'
  for (const [up, level] of [
    [1, 0.19],
    [-1, 0.29],
  ] as const) {
    const addTooth = (x: number, w: number, crown: number, root: number, lean: number) => {
      const neck = p(x, level)
      const tip = p(x - lean * crown, level + up * crown)
      const end = p(x + lean * root * 1.4, level - up * root)
      scene.addBonePart(0.9, {
        parts: [tube([tip, neck, end], [w * 0.25 * k, w * 0.55 * k, w * 0.2 * k])],
      })
      scene.addBonePart(0.5, {
        cortex: 0.006 * k,
        spongy: 0,
        parts: [tube([tip, p(x, level + up * crown * 0.2)], [w * 0.25 * k, w * 0.55 * k])],
      })
    }
    for (const x of [-0.97, -0.94]) addTooth(x, 0.03, 0.06, 0.1, 0.3)
    addTooth(-0.84 + up * 0.02, cat ? 0.075 : 0.06, cat ? 0.13 : 0.13, 0.16, 0.35)
    const count = cat ? 3 : 6
    for (let i = 0; i < count; i++) {
      const t = i / (count - 1)
      const big = i === (up === 1 ? count - 3 : count - 2)
      const w = horse ? 0.1 : big ? 0.105 : 0.05 + 0.035 * Math.sin(Math.PI * t)
      addTooth(
        (horse ? -0.62 : -0.66) + (horse ? 0.62 : 0.6) * t + up * -0.02,
        w,
        horse ? 0.05 : big ? 0.075 : 0.055,
        horse ? 0.2 : big ? 0.1 : 0.08,
        0,
      )
    }
  }
}
