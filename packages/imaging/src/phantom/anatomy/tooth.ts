import type { AnimalProportions } from './animal-proportions.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { plate, tube } from '../scene/scene.ts'
import type { Primitive, SceneBuilder } from '../scene/scene.ts'
import type { ToothShape } from './tooth-shapes.ts'

export type PointMapper = (x: number, y: number) => Vec

export function addTooth(
  scene: SceneBuilder,
  build: AnimalProportions,
  shape: ToothShape,
  at: PointMapper,
  scale: number,
  name: string,
): void {
  const { random } = build
  const horse = build.species === 'Equine'
  const { width: w, crown, root } = shape
  const s = scale
  const p = (x: number, y: number) => at(x * s, y * s)
  const top = shape.cusps.flatMap(([x, h], i) => {
    const next = shape.cusps[i + 1]
    const dip = next
      ? [
          p(
            ((x + next[0]) / 2) * w,
            ((-crown * (h + next[1])) / 2) * (horse ? 0.97 : (shape.dip ?? 0.93)),
          ),
        ]
      : []
    return [p(x * w, -crown * h), ...dip]
  })
  const crownOutline = [
    p(-w * 0.43, 0.2),
    p(-w * 0.5, -crown * 0.34),
    ...top,
    p(w * 0.5, -crown * 0.32),
    p(w * 0.43, 0.2),
    p(0, 1.2),
  ]
  const rootRadius =
    w * (shape.roots.length === 1 ? 0.41 : shape.roots.length === 2 ? 0.2 : 0.15) * s
  const long = horse && shape.roots.length > 1 ? 0.72 : 0
  const axis =
    ([x, lean]: readonly [number, number]) =>
    (t: number): Vec =>
      p(x * w + lean * root * t * t, t * root)
  const roots: Primitive[] = shape.roots.map((one) => {
    const stops = [0, 0.15, 0.35, 0.55, 0.75, 0.9, 1]
    return tube(
      stops.map(axis(one)),
      [1.0, 1, 0.9, 0.76, 0.57, 0.36, 0.14].map((k) => k * rootRadius),
      { deep: 1 },
    )
  })
  const body = plate(
    [
      p(-w * 0.44, -0.6),
      p(w * 0.44, -0.6),
      p(w * 0.42, root * Math.max(0.16, long)),
      p(0, root * Math.max(0.2, long + 0.05)),
      p(-w * 0.42, root * Math.max(0.16, long)),
    ],
    w * 0.5 * s,
    w * 0.22 * s,
  )
  const thick = Math.min(w, horse ? 22 : 8) * 0.62 * s
  const down = Math.sign(p(0, 1)[1] - p(0, 0)[1])
  for (const one of shape.roots)
    addRootSocket(scene, axis(one), { rootRadius, scale: s, down, depth: horse ? 6 : 7 })
  scene.addBonePart(0.82, { parts: [...roots, body, plate(crownOutline, thick, w * 0.3 * s)] })
  // Enamel, the densest tissue, is a shell of the crown.
  scene.addBonePart(1.25, {
    cortex: 0.55 * s,
    spongy: 0,
    parts: [plate(crownOutline, thick, w * 0.26 * s)],
  })
  if (horse && shape.roots.length > 1)
    for (const x of [-0.3, -0.08, 0.12, 0.34])
      scene.addBonePart(0.5, {
        parts: [
          tube(
            [p(x * w, -crown * 0.8), p((x + 0.02) * w, root * 0.3), p((x + 0.01) * w, root * 0.7)],
            [0.8, 0.9, 0.4].map((r) => r * s),
            { deep: 4 },
          ),
        ],
      })
  const pulp = randomBetween(random, 0.2, 0.3)
  const chamber = p(0, -crown * (horse ? -0.4 : 0.12))
  scene.addBonePart(-0.8, {
    parts: shape.roots.map((one) =>
      tube(
        [chamber, axis(one)(0.12), axis(one)(0.45), axis(one)(0.75), axis(one)(0.94)],
        [pulp * 1.1, pulp, pulp * 0.75, pulp * 0.5, pulp * 0.22].map(
          (k) => k * rootRadius * (shape.roots.length === 1 ? 0.75 : 1),
        ),
      ),
    ),
  })
  scene.landmarks[`${name}Apex`] = axis(shape.roots[0] ?? [0, 0])(1)
  scene.landmarks[`${name}Crown`] = p(
    (shape.cusps[0]?.[0] ?? 0) * w,
    -crown * (shape.cusps[0]?.[1] ?? 1),
  )
}

/** There is no bone inside a root and in the periodontal gap around it. */
function addRootSocket(
  scene: SceneBuilder,
  axis: (t: number) => Vec,
  {
    rootRadius,
    scale: s,
    down,
    depth,
  }: {
    readonly rootRadius: number
    readonly scale: number
    /** 1 or -1: the direction of the tip of the root. */
    readonly down: number
    readonly depth: number
  },
): void {
  const stops = [0.08, 0.3, 0.55, 0.8, 1.0]
  const wide = [1.0, 0.93, 0.78, 0.54, 0.2].map((k) => k * rootRadius)
  const gap = 0.28 * s
  scene.addBonePart(-0.34, {
    parts: [
      tube(
        stops.map(axis),
        wide.map((r) => r + gap),
        { deep: 0.9 },
      ),
    ],
  })
  // The lamina dura shows as a fine line on both sides and around the tip.
  for (const edge of [-1, 1]) {
    const line = stops.map((t, i) => {
      const centre = axis(t)
      const r = (wide[i] ?? 0) + gap * 1.5
      return [
        centre[0] + edge * r * (i === 4 ? 0.7 : 1),
        centre[1] + (i === 4 ? down * gap : 0),
        0,
      ] as const
    })
    scene.addBonePart(0.3, {
      parts: [
        tube(
          line,
          line.map(() => 0.13 * s),
          { deep: depth },
        ),
      ],
    })
  }
}
