import type { AnimalProportions } from './animal-proportions.ts'
import { addLongBone, createLongBone } from './long-bone.ts'
import { add, mix } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { Loft, Primitive, SceneBuilder } from '../scene/scene.ts'
import type { Spine } from './spine.ts'
import type { Projection } from './chest.ts'

/** Adds the hip bones and femora; returns the position of the hips. */
export function addPelvis(
  scene: SceneBuilder,
  build: AnimalProportions,
  spine: Spine,
  plane: Projection,
): Vec {
  const { u, random } = build
  const { start } = spine.find('S', 1)
  const wide = build.species === 'Feline' ? 0.82 : 1
  const slope = plane === 'side' ? 0.34 : 0.1
  const at = (x: number, y: number, z: number): Vec => [
    start[0] + x * u,
    start[1] + (y + x * slope) * u,
    z * wide * u,
  ]
  const cortex = 0.075 * u
  for (const side of [1, -1]) {
    const p = (x: number, y: number, z: number) => at(x, y, z * side)
    // Wing and body of the ilium, pubis, symphysis, ischium: the ring around the obturator foramen.
    const hip: Primitive[] = [
      plate(
        plane === 'side'
          ? [
              p(-1.3, -0.7, 1.6),
              p(-0.6, -1.25, 1.5),
              p(0.6, -0.9, 1.3),
              p(1.6, -0.3, 1.4),
              p(2.3, 0.1, 1.6),
              p(2.2, 0.62, 1.6),
              p(1.2, 0.5, 1.4),
              p(-0.2, 0.45, 1.5),
              p(-1.2, 0.1, 1.6),
            ]
          : [
              p(-1.3, -0.3, 1.75),
              p(-0.9, -0.3, 2.3),
              p(0.3, -0.2, 2.06),
              p(1.5, 0, 1.8),
              p(2.5, 0.1, 1.98),
              p(3.2, 0.2, 2.2),
              p(3.3, 0.2, 1.5),
              p(2.5, 0.1, 1.4),
              p(1.4, 0, 1.3),
              p(0.3, -0.2, 1.1),
              p(-0.6, -0.3, 1.25),
            ],
        0.5 * u,
        0.3 * u,
      ),
      tube(
        [p(1.3, 0.1, 1.5), p(2.4, 0.2, 1.66), p(3.2, 0.3, 1.85), p(3.9, 0.4, 1.9)],
        [0.06 * u, 0.3 * u, 0.46 * u, 0.5 * u],
        { deep: 0.9 },
      ),
      tube(
        [p(3.5, 0.5, 1.6), p(3.75, 0.85, 1.0), p(4.0, 1.0, 0.4), p(4.2, 1.05, 0.16)],
        [0.34 * u, 0.22 * u, 0.22 * u, 0.26 * u],
        { deep: 0.9 },
      ),
      tube(
        [p(4.1, 1.05, 0.19), p(4.9, 1.05, 0.19), p(5.7, 1.0, 0.2)],
        [0.18 * u, 0.18 * u, 0.22 * u],
        { deep: 1.2, flat: true },
      ),
      tube(
        [p(4.2, 0.4, 1.9), p(4.9, 0.45, 1.72), p(5.6, 0.5, 1.66), p(6.2, 0.5, 1.8)],
        [0.42 * u, 0.28 * u, 0.3 * u, 0.36 * u],
        { deep: 0.9 },
      ),
      plate(
        [
          p(5.6, 0.9, 0.12),
          p(5.5, 0.8, 0.8),
          p(5.5, 0.6, 1.5),
          p(5.9, 0.5, 2.2),
          p(6.5, 0.5, 2.35),
          p(6.75, 0.5, 1.9),
          p(6.5, 0.6, 1.1),
          p(6.1, 0.8, 0.5),
          p(5.95, 0.9, 0.14),
        ],
        0.42 * u,
        0.2 * u,
      ),
      ball(p(3.85, 0.4, 1.85), 0.72 * u, 0.62 * u, 0.46 * u),
    ]
    scene.addBonePart(1, { cortex, spongy: 0.34, parts: hip })
    // Acetabulum: a dense rim around the femoral head.
    const head = p(3.95, 0.5, 2.36)
    const radius = 0.6 * u
    scene.addBonePart(0.55, {
      parts: [
        tube(
          [-1.25, -0.7, 0, 0.7, 1.3].map((a): Vec =>
            add(head, [Math.sin(a) * radius * 1.12, 0, -side * Math.cos(a) * radius * 1.12]),
          ),
          [0.05, 0.08, 0.09, 0.08, 0.05].map((k) => k * u),
          { deep: 3 },
        ),
      ],
    })
    addFemurUp(scene, build, head, radius, side, plane)
    scene.landmarks[side === 1 ? 'leftFemoralHead' : 'rightFemoralHead'] = head
    scene.landmarks[side === 1 ? 'leftAcetabularEdge' : 'rightAcetabularEdge'] = add(head, [
      -radius * 0.95,
      0,
      side * radius * randomBetween(random, 0.2, 0.45),
    ])
  }
  return at(3.2, 0.5, 0)
}

function addFemurUp(
  scene: SceneBuilder,
  build: AnimalProportions,
  head: Vec,
  radius: number,
  side: number,
  plane: Projection,
): void {
  const { u } = build
  const long = build.tibia * 0.98
  const lateral = plane === 'side'
  // In dorsal recumbency with the legs extended, or in lateral recumbency with one leg before the
  // other.
  const shaft: Vec = lateral
    ? [(side > 0 ? -0.28 : 0.12) * long, 0.95 * long, 0]
    : [long, 0, side * 0.06 * long]
  const top: Vec = lateral
    ? add(head, [0.3 * u, 0.1 * u, side * 0.9 * u])
    : add(head, [0.25 * u, 0, side * 0.95 * u])
  const from = add(top, lateral ? [0, 0.1 * u, 0] : [0.1 * u, 0, 0])
  scene.addBonePart(1, {
    cortex: 0.07 * u,
    spongy: 0.32,
    parts: [
      createLongBone(from, add(from, shaft), [0.5 * u, 0.4 * u, 0.62 * u], { flat: false }),
      ball(head, radius),
      tube([head, mix(head, top, 0.6), add(top, [0.3 * u, 0, 0])], [0.46 * u, 0.4 * u, 0.5 * u]),
      tube(
        [
          add(top, [-0.25 * u, -0.1 * u, side * 0.22 * u]),
          add(top, [0.4 * u, 0.1 * u, side * 0.16 * u]),
          add(top, [1.6 * u, 0, 0]),
        ],
        [0.3 * u, 0.44 * u, 0.15 * u],
      ),
      ball(add(top, [1.1 * u, 0, -side * 0.36 * u]), 0.34 * u, 0.26 * u, 0.24 * u),
    ],
  })
  const knee = add(from, shaft)
  if (lateral) scene.addSoft(0.5, ball(mix(from, knee, 0.4), 2.4 * u, 4.2 * u, 1.6 * u))
  else {
    // Condyles, the proximal tibia, the patella over the groove.
    const joint = (x: number, z: number) => add(knee, [x * u, 0, side * z * u])
    scene.addBonePart(0.85, {
      cortex: 0.07 * u,
      spongy: 0.32,
      parts: [
        ball(joint(-0.1, 0.36), 0.62 * u, 0.5 * u, 0.36 * u),
        ball(joint(-0.1, -0.36), 0.62 * u, 0.5 * u, 0.36 * u),
      ],
    })
    addLongBone(scene, joint(0.62, 0), joint(8, 0), [0.74 * u, 0.36 * u, 0.5 * u])
    addLongBone(scene, joint(0.9, 0.72), joint(7.6, 0.6), [0.2 * u, 0.1 * u, 0.18 * u])
    scene.addBonePart(0.7, {
      cortex: 0.05 * u,
      parts: [ball(add(knee, [-1.2 * u, -0.6 * u, 0]), 0.55 * u, 0.2 * u, 0.38 * u)],
    })
  }
}

/** The thighs; the caller merges them with the trunk, so that overlaps count once. */
export function createThighs(
  build: AnimalProportions,
  hips: Vec,
  under: number,
  plane: Projection,
): Loft[] {
  const { u } = build
  const long = build.tibia * 0.98
  const createThigh = (
    at: (t: number) => Vec,
    rows: readonly (readonly [t: number, half: number, deep: number])[],
  ): Loft => ({
    kind: 'loft',
    stations: rows.map(([t, half, deep]) => ({
      at: at(t),
      half: Math.max(0.02, half - under) * u,
      deep: Math.max(0.02, deep - under) * u,
    })),
  })
  if (plane === 'side')
    // One leg before the other, as the femora; in the middle of the trunk, because a gap between
    // legs and trunk would count as flesh.
    return [-0.28, 0.12].map((forward) =>
      createThigh(
        (t) => [hips[0] + u + forward * long * t, hips[1] + 0.95 * long * t, 0],
        [
          [0, 0.1, 0.3],
          [0.12, 1.8, 2.2],
          [0.35, 2.5, 2.9],
          [0.65, 2.2, 2.4],
          [1, 1.7, 1.8],
          [1.15, 1.5, 1.6],
          [1.3, 0.2, 0.3],
        ],
      ),
    )
  return [1, -1].map((side) =>
    createThigh(
      (t) => [hips[0] + 1.4 * u + long * t, 0.9 * u, side * (2.75 * u + 0.14 * long * t)],
      [
        [-0.32, 0.05, 0.3],
        [-0.22, 1.1, 1.2],
        [0, 2.2, 2.3],
        [0.15, 2.5, 2.6],
        [0.5, 2.3, 2.3],
        [0.9, 1.8, 1.7],
        [1.25, 1.5, 1.4],
        [1.7, 1.2, 1.1],
        [2.2, 1, 0.9],
      ],
    ),
  )
}
