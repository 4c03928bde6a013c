import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createAnimalProportions } from './anatomy/animal-proportions.ts'
import { createChest } from './anatomy/chest.ts'
import { catHead } from './anatomy/skull-shape-cat.ts'
import { dogHead } from './anatomy/skull-shape.ts'
import { horseHead } from './anatomy/skull-shape-horse.ts'
import { interpolate } from './scene/geometry.ts'
import { computeMaps } from './testing/compute-maps.ts'
import { listDistinctViews } from './testing/distinct-views.ts'

describe.each(species)('%s', (kind) => {
  test.each(listDistinctViews(kind))(
    'the bones of a simulated %s %s are inside the skin',
    (bodyPart, view) => {
      const { camera, coarse, soft, fat, bone } = computeMaps({
        species: kind,
        bodyPart,
        view,
        seed: 2,
      })
      let [bony, bare] = [0, 0]
      for (let y = 0; y < camera.height; y++)
        for (let x = 0; x < camera.width; x++) {
          if ((bone[y * camera.width + x] ?? 0) < 1) continue
          const i = Math.round(y / 2) * coarse.width + Math.round(x / 2)
          bony++
          if ((soft[i] ?? 0) + (fat[i] ?? 0) < 0.5) bare++
        }
      expect(bony).toBeGreaterThan(200)
      expect(bare / bony).toBeLessThan(0.002)
    },
  )
})

test.each([
  ['dog', dogHead],
  ['cat', catHead],
  ['horse', horseHead],
] as const)('the roots of the lower teeth of a %s end inside the jaw', (_, head) => {
  const middle = head.jaw.map(([x, y]): [number, number] => [x, y])
  const half = head.jaw.map((row): [number, number] => [row[0], row[3]])
  for (const { x, root, lean, roots } of head.lowerTeeth) {
    const jawDepth = interpolate(half, x) * 1.72 - 0.01
    const depth =
      roots === 1 ? Math.min(root / Math.hypot(1, lean), jawDepth) : Math.min(root, jawDepth)
    const tip = interpolate(middle, x) - interpolate(half, x) * 0.94 + depth
    expect(tip).toBeLessThan(interpolate(middle, x) + interpolate(half, x))
  }
})

test.each(['Canine', 'Feline'] as const)('the heart of a %s rests on the sternum', (kind) => {
  for (let seed = 1; seed <= 20; seed++) {
    const build = createAnimalProportions(kind, 'M', seed)
    const chest = createChest(build)
    const gap = (chest.sternum(chest.apex[0]) - chest.apex[1]) / build.u
    // The sternum itself is about half a unit high.
    expect(gap).toBeGreaterThan(0.1)
    expect(gap).toBeLessThan(0.75)
  }
})
