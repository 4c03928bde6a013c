import type { AnimalProportions } from './animal-proportions.ts'
import { add, subtract, mix, multiply } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { ball, plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PlanePoint } from './plane-point.ts'
import { toVec } from './plane-point.ts'
import { rotatePoint } from './plane-point.ts'
import { hump } from './tibia.ts'

const condyleRadius = 0.07

type FemurPoint = (point: PlanePoint, z?: number) => Vec

/** The side view, in lengths of the tibia from the centre of the condyles. */
const femurOutline: readonly PlanePoint[] = [
  [0.07, 0.012],
  [0.055, 0.046],
  [0.02, 0.068],
  [-0.018, 0.068],
  [-0.052, 0.046],
  [-0.074, 0.012],
  [-0.088, -0.03],
  [-0.094, -0.075],
  [-0.083, -0.115],
  [-0.06, -0.145],
  [-0.05, -0.2],
  [-0.045, -0.32],
  [-0.043, -0.5],
  [-0.043, -1],
  [0.043, -1],
  [0.04, -0.5],
  [0.036, -0.3],
  [0.036, -0.19],
  [0.045, -0.115],
  [0.052, -0.075],
  [0.066, -0.035],
]

/** A horse has a large trochlea, which projects far before the shaft. */
const horseFemurOutline: readonly PlanePoint[] = [
  [0.07, 0.012],
  [0.055, 0.046],
  [0.02, 0.068],
  [-0.018, 0.066],
  [-0.05, 0.045],
  [-0.07, 0.022],
  [-0.092, -0.002],
  [-0.118, -0.035],
  [-0.134, -0.085],
  [-0.128, -0.135],
  [-0.1, -0.172],
  [-0.066, -0.2],
  [-0.05, -0.27],
  [-0.045, -0.5],
  [-0.045, -1],
  [0.048, -1],
  [0.045, -0.5],
  [0.042, -0.3],
  [0.04, -0.2],
  [0.05, -0.115],
  [0.06, -0.075],
  [0.07, -0.035],
]

export function addFemur(
  scene: SceneBuilder,
  build: AnimalProportions,
  [c, d]: readonly [Vec, Vec],
): Vec {
  const { tibia: long, random } = build
  const lean = randomBetween(random, 0.55, 0.9)
  const normal: PlanePoint = [(d[1] - c[1]) / long, -(d[0] - c[0]) / long]
  const size = Math.hypot(...normal)
  const radius = condyleRadius * long
  const contact = mix(c, d, 0.56)
  const gap = 0.009 * long
  const centre = add(
    contact,
    toVec([(normal[0] / size) * (radius + gap), (normal[1] / size) * (radius + gap)]),
  )
  const at = ([x, y]: PlanePoint, z = 0): Vec => {
    const [px, py] = rotatePoint([x * long, y * long], lean)
    return add(centre, [px, py, z * long])
  }
  const horse = build.species === 'Equine'
  const outline = horse ? horseFemurOutline : femurOutline
  const off = randomBetween(random, 0.006, 0.016)
  const other = add(centre, toVec([off * long * 0.5, -off * long * 0.8]))
  scene.addBonePart(1, {
    cortex: 0.007 * long,
    spongy: 0.24,
    parts: [
      plate(
        outline.map((point) => at(point)),
        0.1 * long,
        0.044 * long,
        outline.map(([, y]) => (0.006 + 0.0145 * hump((-y - 0.13) / 0.9)) * long),
      ),
      ball(other, radius, radius, 0.03 * long),
    ],
  })
  addTrochlea(scene, { at, other, long, horse })
  const broad = horse ? 1.3 : 1
  const patella = (t: number, out: number) =>
    at([
      (horse ? -0.156 : -0.124) - out * broad,
      (horse ? -0.13 : -0.105) + 0.09 * (lean / 0.8) + t,
    ])
  addPatella(scene, patella, long)
  if (!horse) addSesamoids(scene, at, d, long)
  scene.landmarks['femoralCondyle'] = centre
  scene.landmarks['femoralCondyleEdge'] = add(
    centre,
    multiply(toVec([-normal[0] / size, -normal[1] / size]), radius),
  )
  const n = toVec([-normal[0] / size, -normal[1] / size])
  const tibiaRadius = 0.16 * long
  scene.landmarks['tibialCircle'] = add(contact, multiply(n, tibiaRadius))
  const origin = patella(0.062, 0.008)
  scene.landmarks['patella'] = origin
  const tuberosity = scene.landmarks['tuberosity'] ?? origin
  const w = subtract(tuberosity, origin)
  scene.truth['advancement'] = Math.abs(w[0] * n[1] - w[1] * n[0])
  // Patellar ligament, in the fat pad.
  scene.addOrgan(
    0.8,
    tube(
      [patella(0.06, 0.006), mix(origin, tuberosity, 0.5), tuberosity],
      [0.016 * long, 0.014 * long, 0.016 * long],
    ),
  )
  return at([0, -0.9])
}

interface TrochleaPlan {
  readonly at: FemurPoint
  /** Centre of the condyle that is further from the panel. */
  readonly other: Vec
  readonly long: number
  readonly horse: boolean
}

/** The other condyle and the ridges of the trochlear groove show as further lines. */
function addTrochlea(scene: SceneBuilder, { at, other, long, horse }: TrochleaPlan): void {
  const radius = condyleRadius * long
  scene.addBonePart(0.5, {
    parts: [
      tube(
        [-0.5, 0, 0.5, 1, 1.5, 2].map((a) =>
          add(other, [Math.cos(a + 0.4) * radius * 0.97, Math.sin(a + 0.4) * radius * 0.97, 0]),
        ),
        [0.001, 0.004, 0.005, 0.005, 0.004, 0.001].map((r) => r * long),
        { deep: 3 },
      ),
    ],
  })
  // The medial ridge of a horse is the outline; the lateral one and the groove are behind it.
  const ridges: readonly (readonly PlanePoint[])[] = horse
    ? [
        [
          [-0.075, 0.005],
          [-0.104, -0.04],
          [-0.116, -0.085],
          [-0.106, -0.128],
          [-0.08, -0.158],
        ],
        [
          [-0.055, 0.01],
          [-0.076, -0.04],
          [-0.084, -0.09],
          [-0.074, -0.14],
          [-0.058, -0.18],
        ],
      ]
    : [
        [
          [-0.07, 0.02],
          [-0.082, -0.03],
          [-0.086, -0.075],
          [-0.07, -0.12],
        ],
      ]
  for (const ridge of ridges)
    scene.addBonePart(0.5, {
      parts: [
        tube(
          ridge.map((point) => at(point)),
          ridge.map((_, i) => (i === 0 || i === ridge.length - 1 ? 0.003 : 0.006) * long),
          { deep: 3 },
        ),
      ],
    })
}

function addPatella(
  scene: SceneBuilder,
  patella: (t: number, out: number) => Vec,
  long: number,
): void {
  scene.addBonePart(1, {
    cortex: 0.006 * long,
    spongy: 0.45,
    parts: [
      plate(
        [
          patella(-0.068, -0.012),
          patella(-0.045, 0.018),
          patella(0, 0.026),
          patella(0.045, 0.014),
          patella(0.07, -0.008),
          patella(0.03, -0.021),
          patella(-0.03, -0.022),
        ],
        0.075 * long,
        0.03 * long,
      ),
    ],
  })
}

/** The two fabellae, caudal, and the popliteal sesamoid, distal; a horse has none of them. */
function addSesamoids(scene: SceneBuilder, at: FemurPoint, plateauEnd: Vec, long: number): void {
  for (const [x, y, r] of [
    [0.094, -0.056, 0.026],
    [0.084, -0.068, 0.022],
  ] as const)
    scene.addBonePart(0.95, {
      cortex: 0.005 * long,
      spongy: 0.45,
      parts: [ball(at([x, y]), r * long, r * long * 1.15, r * long)],
    })
  scene.addBonePart(0.9, {
    cortex: 0.004 * long,
    parts: [
      ball(
        add(plateauEnd, toVec([0.018 * long, 0.006 * long])),
        0.012 * long,
        0.015 * long,
        0.012 * long,
      ),
    ],
  })
}
