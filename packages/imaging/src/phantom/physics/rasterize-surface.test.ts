import { expect, test } from 'vitest'
import type { Camera } from '../scene/camera.ts'
import { trunkFromAbove, trunkFromSide } from '../scene/views.ts'
import type { Scene, Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { computeThickness } from './thickness.ts'

const createCamera = (basis = trunkFromSide): Camera => ({
  width: 120,
  height: 120,
  scale: 2,
  basis,
  aim: [0, 0, 0],
  centre: { x: 60.3, y: 59.6 },
})

function measureBone(camera: Camera, surface: Surface, summed: boolean) {
  const scene: Scene = {
    bodies: [{ tissue: 'bone', weight: 1, summed, parts: [surface] }],
    landmarks: {},
    truth: {},
    aim: [0, 0, 0],
    field: { width: 60, height: 60 },
    scatter: 0,
  }
  const { bone } = computeThickness(camera, scene, 1)
  return (x: number, y: number) =>
    bone[
      Math.round(y * camera.scale + camera.centre.y) * camera.width +
        Math.round(x * camera.scale + camera.centre.x)
    ] ?? 0
}

const rod: Section[] = [-16, -8, 0, 8, 16].map((x) => ({ at: [x, 0, 0], wide: 8, thick: 5 }))

test.each([
  ['from the side', trunkFromSide, (t: number) => 16 * Math.sqrt(1 - (t / 5) ** 2)],
  ['from above', trunkFromAbove, (t: number) => 10 * Math.sqrt(1 - (t / 8) ** 2)],
] as const)('a ray measures the length inside a surface %s', (_, basis, expected) => {
  const measure = measureBone(createCamera(basis), sweep(rod, { segments: 64 }), true)
  for (const t of [0, 1, 2, 3]) {
    const length = basis === trunkFromSide ? measure(4, t) : measure(t, 4)
    expect(Math.abs(length - expected(t))).toBeLessThan(0.9)
  }
})

test('a bone that returns under itself counts twice there, and its gap does not count', () => {
  const bent = sweep(
    [
      [0, 0, -14],
      [10, 0, -14],
      [18, 0, -8],
      [20, 0, 0],
      [18, 0, 8],
      [10, 0, 14],
      [0, 0, 14],
    ].map(([x = 0, y = 0, z = 0]): Section => ({ at: [x, y, z], wide: 2, thick: 2 })),
    { axis: [0, 1, 0], segments: 24 },
  )
  const measure = measureBone(createCamera(), bent, true)
  expect(measure(4, 0)).toBeGreaterThan(7)
  expect(measure(4, 0)).toBeLessThan(8.6)
})

test('the triangles of a surface leave no gap and no spike', () => {
  const camera = createCamera({
    right: [0.6, 0.8, 0],
    down: [-0.8 * 0.28, 0.6 * 0.28, 0.96],
    beam: [0.768, -0.576, 0.28],
  })
  const ballSections = Array.from({ length: 21 }, (_, i): Section => {
    const t = -1 + i / 10
    const radius = 20 * Math.sqrt(Math.max(0, 1 - t * t))
    return { at: [20 * t, 0, 0], wide: radius, thick: radius }
  })
  const measure = measureBone(camera, sweep(ballSections, { segments: 48, steps: 2 }), true)
  const errors: number[] = []
  for (let y = -14; y <= 14; y += 0.5)
    for (let x = -14; x <= 14; x += 0.5) {
      const rest = 400 - x * x - y * y
      if (rest > 40) errors.push(Math.abs(measure(x, y) - 2 * Math.sqrt(rest)))
    }
  expect(errors.length).toBeGreaterThan(2000)
  expect(Math.max(...errors)).toBeLessThan(2)
})
