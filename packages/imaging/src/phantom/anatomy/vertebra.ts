import type { AnimalProportions } from './animal-proportions.ts'
import { add, lerp, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { plate, tube } from '../scene/scene.ts'
import type { Primitive, SceneBuilder } from '../scene/scene.ts'
import type { Vertebra } from './spine.ts'

type PointMapper = (along: number, dorsal: number, left: number) => Vec

/** Height and inclination of the spinous process and length of the transverse processes, in u. */
function getProcessShape({ region, n }: Vertebra, build: AnimalProportions) {
  const horse = build.species === 'Equine'
  const tall = horse ? 1.5 : build.species === 'Feline' ? 0.62 : 1
  if (region === 'C')
    return {
      height: n === 7 ? 1 : n === 2 ? 0.75 : 0.25 + 0.08 * n,
      lean: -0.1,
      width: n === 2 ? 1.2 : 0.4,
      reach: 0.75,
    }
  if (region === 'T') {
    const t = (n - 1) / (build.thoracic - 1)
    const height = (n < 3 ? 2.1 : lerp(2.4, 0.7, Math.min(1, t * 1.15))) * tall
    return {
      height,
      lean: t < 0.8 ? lerp(0.75, 1.15, t) : -0.05,
      width: lerp(0.3, 0.62, t * t),
      reach: 0.5,
    }
  }
  if (region === 'L')
    return {
      height: horse ? 1.53 : build.species === 'Feline' ? 0.42 : 0.8,
      lean: -0.12,
      width: 0.78,
      reach: 1.25,
    }
  if (region === 'S') return { height: 0.5, lean: 0.15, width: 0.5, reach: 0.9 }
  return { height: n < 5 ? 0.2 : 0.05, lean: 0.1, width: 0.3, reach: n < 6 ? 0.5 : 0.15 }
}

function createSpinousProcess(
  place: PointMapper,
  u: number,
  vertebra: Vertebra,
  build: AnimalProportions,
  top: number,
): Primitive {
  const { height, lean, width } = getProcessShape(vertebra, build)
  const h = height * u
  const w = width * u
  const shift = lean * h * 0.55
  const root = w * 0.9
  return plate(
    [
      place(-root * 0.6, top - 0.05 * u, 0),
      place(-w * 0.42 + shift * 0.5, top + h * 0.5, 0),
      place(-w * 0.5 + shift, top + h * 0.96, 0),
      place(shift, top + h * 1.04, 0),
      place(w * 0.52 + shift, top + h * 0.94, 0),
      place(w * 0.36 + shift * 0.5, top + h * 0.5, 0),
      place(root * 0.75, top + 0.02 * u, 0),
    ],
    u * 0.17,
    u * 0.09,
  )
}

function createTransverseProcess(
  place: PointMapper,
  u: number,
  vertebra: Vertebra,
  build: AnimalProportions,
  side: 1 | -1,
): Primitive {
  const reach = getProcessShape(vertebra, build).reach * u * side
  const lumbar = vertebra.region === 'L'
  const forward = lumbar ? -0.55 * u : vertebra.region === 'C' ? 0.15 * u : 0
  const drop = lumbar ? -0.35 * u : vertebra.region === 'C' ? -0.3 * u : 0.3 * u
  const root = 0.26 * u * side
  return plate(
    [
      place(-0.3 * u, drop * 0.2, root),
      place(forward - 0.22 * u, drop * 0.8, reach * 0.75),
      place(forward - 0.12 * u, drop, reach),
      place(forward + 0.16 * u, drop, reach * 0.98),
      place(forward * 0.4 + 0.28 * u, drop * 0.6, reach * 0.6),
      place(0.24 * u, drop * 0.2, root),
    ],
    u * 0.14,
    u * 0.08,
  )
}

/** Adds the vertebral body, arch, joints and processes. */
export function addVertebra(
  scene: SceneBuilder,
  build: AnimalProportions,
  vertebra: Vertebra,
): void {
  const { region, n, centre, axis, dorsal, span } = vertebra
  if (region === 'C' && n === 1) return addAtlas(scene, build, vertebra)
  const tail = region === 'Cd'
  const shrink = tail ? Math.max(0.35, 1 - n * 0.05) : 1
  const u =
    build.u *
    (region === 'L' ? lerp(1.05, 1.2, n / build.lumbar) : region === 'C' ? 1.05 : 1) *
    shrink
  const place: PointMapper = (a, d, l) =>
    add(add(centre, add(multiply(axis, a), multiply(dorsal, d))), [0, 0, l])
  const gap = region === 'S' ? 0.04 : region === 'T' ? 0.09 : 0.1
  const half = (span * (1 - gap)) / 2
  const r = u * (region === 'S' ? lerp(0.38, 0.26, n / 3) : 0.37)
  const slim = tail ? 1.8 : 1
  scene.addBone(
    u * 0.058,
    tube(
      [-1, -0.95, -0.85, -0.7, -0.5, -0.25, 0, 0.25, 0.5, 0.7, 0.85, 0.95, 1].map((t) =>
        place(t * half, 0, 0),
      ),
      [0.94, 1, 0.99, 0.94, 0.88, 0.82, 0.8, 0.82, 0.88, 0.95, 1.01, 1.02, 0.95].map(
        (k) => r * (1 - (1 - k) * slim),
      ),
      { flat: true, straight: true, deep: tail ? 1 : 1.12 },
    ),
  )
  if (tail && n > 6) return
  const roof = r + u * (tail ? 0.3 : 0.52)
  const reach = half * (region === 'T' ? 0.95 : 0.86)
  // Roof of the vertebral canal, and the joints with the next vertebra.
  scene.addBone(
    u * 0.05,
    tube(
      [
        place(-reach, roof - 0.12 * u, 0),
        place(-reach * 0.3, roof, 0),
        place(reach, roof - 0.02 * u, 0),
      ],
      [u * 0.12, u * 0.17, u * 0.13],
      { deep: 1.6 },
    ),
    createSpinousProcess(place, u, vertebra, build, roof),
  )
  for (const side of [1, -1] as const) {
    const z = side * u * 0.34
    scene.addBone(
      u * 0.05,
      tube(
        [
          place(-half * 0.5, r * 0.7, z * 0.9),
          place(-half * 0.42, r + u * 0.25, z),
          place(-half * 0.2, roof - u * 0.02, z * 0.6),
        ],
        [u * 0.2, u * 0.15, u * 0.15],
        { deep: 0.6 },
      ),
    )
    scene.addBone(
      u * 0.05,
      tube(
        [
          place(half * 0.45, roof - u * 0.05, z * 0.8),
          place(half * 1.12, roof - u * 0.12, z * 0.9),
          place(half * 1.38, roof - u * 0.22, z),
        ],
        [u * 0.11, u * 0.13, u * 0.07],
      ),
      tube(
        [
          place(-half * 0.4, roof - u * 0.1, z * 0.9),
          place(-half * 0.98, roof + u * (region === 'L' ? 0.1 : 0), z * 1.1),
        ],
        [u * 0.12, u * 0.1],
      ),
    )
    scene.addBonePart(0.75, {
      cortex: u * 0.04,
      parts: [createTransverseProcess(place, u, vertebra, build, side)],
    })
  }
}

function addAtlas(
  scene: SceneBuilder,
  build: AnimalProportions,
  { centre, axis, dorsal, span }: Vertebra,
): void {
  const u = build.u
  const place: PointMapper = (a, d, l) =>
    add(add(centre, add(multiply(axis, a), multiply(dorsal, d))), [0, 0, l])
  const ring = (z: number) => [
    place(-span * 0.3, -u * 0.25, z),
    place(span * 0.35, -u * 0.2, z),
    place(span * 0.4, u * 0.75, z),
    place(-span * 0.25, u * 0.8, z),
  ]
  scene.addBone(
    u * 0.06,
    tube([place(0, -u * 0.3, -u * 0.3), place(0, -u * 0.32, u * 0.3)], [u * 0.2, u * 0.2]),
  )
  scene.addBone(
    u * 0.06,
    tube([place(-span * 0.2, u * 0.75, 0), place(span * 0.3, u * 0.8, 0)], [u * 0.14, u * 0.14], {
      deep: 2.5,
    }),
  )
  for (const side of [1, -1]) {
    scene.addBonePart(0.5, {
      cortex: u * 0.05,
      parts: [plate(ring(side * u * 0.4), u * 0.25, u * 0.12)],
    })
    scene.addBone(
      u * 0.05,
      plate(
        [
          place(-span * 0.45, 0.1 * u, side * u * 0.35),
          place(-span * 0.5, 0.1 * u, side * u * 1.05),
          place(span * 0.25, -0.1 * u, side * u * 1.35),
          place(span * 0.75, -0.15 * u, side * u * 1.1),
          place(span * 0.45, 0, side * u * 0.35),
        ],
        u * 0.2,
        u * 0.1,
      ),
    )
  }
}
