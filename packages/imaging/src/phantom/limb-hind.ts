import type { Build } from './build.ts'
import { add, clamp, lerp, minus, mix, times } from './geometry.ts'
import type { Vec } from './geometry.ts'
import { between } from './noise.ts'
import { ball, plate, tube } from './scene.ts'
import type { Loft, SceneBuilder } from './scene.ts'

/** In the plane of the picture: x caudal, y distal. */
type Flat = readonly [number, number]
const flat = ([x, y]: Flat, z = 0): Vec => [x, y, z]
const turned = ([x, y]: Flat, angle: number): Flat => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]

/** From 0 at both ends of the way to 1 along the middle. */
const hump = (t: number): number => clamp(Math.sin(Math.PI * clamp(t, 0, 1)) * 1.5, 0, 1)

export interface Stifle {
  /** Middle of the joint, for the beam. */
  readonly joint: Vec
  readonly talus: Vec
}

/** Of a tibia of length 1, upright; the intercondylar eminence is the origin. */
const tibiaShape = (h: number, c: Flat, d: Flat): readonly Flat[] => [
  c,
  [lerp(c[0], 0, 0.55), lerp(c[1], -0.012, 0.5) - 0.006],
  [-0.012, -0.014],
  [0.004, -0.006],
  [0.016, -0.012],
  [lerp(0, d[0], 0.55), lerp(0, d[1], 0.5) - 0.004],
  d,
  [d[0] + 0.004, d[1] + 0.022],
  [0.075, 0.09],
  [0.052, 0.16],
  [0.04, 0.28],
  [0.038, 0.45],
  [0.04, 0.65],
  [0.044, 0.85],
  [0.058, 0.93],
  [0.055, 0.972],
  [0.03, 0.964],
  [0.002, 0.947],
  [-0.032, 0.963],
  [-0.05, 0.968],
  [-0.05, 0.94],
  [-0.04, 0.87],
  [-0.036, 0.7],
  [-0.045, 0.48],
  [-0.062, 0.33],
  [-0.098, 0.2],
  [-0.118, 0.125],
  [h, 0.085],
  [h + 0.012, 0.062],
  [-0.098, 0.03],
]

function addTibia(scene: SceneBuilder, build: Build): { talus: Vec; plateau: readonly [Vec, Vec] } {
  const { tibia: long, random } = build
  const tpa = (build.tpa * Math.PI) / 180
  // From cranial to caudal the plateau falls by its angle against the perpendicular of the axis.
  const half = 0.085
  const c: Flat = [-half * Math.cos(tpa), -half * Math.sin(tpa) * 0.62 + 0.006]
  const d: Flat = [c[0] + 2 * half * Math.cos(tpa), c[1] + 2 * half * Math.sin(tpa)]
  const at = ([x, y]: Flat, z = 0): Vec => [x * long, y * long, z * long]
  const tuberosity: Flat = [-0.128, 0.085]
  const shape = tibiaShape(tuberosity[0], c, d)
  scene.bonelike(1, {
    cortex: 0.007 * long,
    spongy: 0.27,
    parts: [
      plate(
        shape.map((point) => at(point)),
        0.1 * long,
        0.045 * long,
        // The ends are broad and spongy, the shaft is a pipe with thick walls.
        shape.map(([, y]) => (0.006 + 0.0135 * hump((y - 0.17) / 0.76)) * long),
      ),
    ],
  })
  // Both condyles: their plates end in a dense line each, a little apart as the leg lies.
  const apart = between(random, 0.004, 0.012)
  for (const [lift, weight] of [
    [0, 0.5],
    [-apart, 0.35],
  ] as const)
    scene.bonelike(weight, {
      parts: [
        tube(
          [
            at([c[0] + 0.008, c[1] + lift + 0.012]),
            at([lerp(c[0], d[0], 0.35), lerp(c[1], d[1], 0.35) + lift + 0.003]),
            at([lerp(c[0], d[0], 0.7), lerp(c[1], d[1], 0.7) + lift + 0.004]),
            at([d[0] - 0.006, d[1] + lift + 0.008]),
          ],
          [0.004, 0.0075, 0.0085, 0.005].map((r) => r * long),
          { deep: 2.6 },
        ),
      ],
    })
  // Fibula, behind.
  scene.bonelike(0.9, {
    cortex: 0.006 * long,
    spongy: 0.15,
    parts: [
      tube(
        [
          [0.062, 0.035],
          [0.073, 0.065],
          [0.073, 0.13],
          [0.062, 0.25],
          [0.045, 0.4],
          [0.036, 0.6],
          [0.034, 0.8],
          [0.03, 0.93],
          [0.022, 0.972],
        ].map(([x = 0, y = 0]) => at([x, y], 0.05)),
        [0.02, 0.0185, 0.012, 0.0095, 0.0085, 0.0085, 0.0095, 0.017, 0.014].map((r) => r * long),
      ),
    ],
  })
  const talus = at([0, 1])
  scene.landmarks['tibialEminence'] = at([0, 0])
  scene.landmarks['plateauCranial'] = at(c)
  scene.landmarks['plateauCaudal'] = at(d)
  scene.landmarks['talusCentre'] = talus
  scene.landmarks['tuberosity'] = at(tuberosity)
  scene.truth['tpa'] = build.tpa
  return { talus, plateau: [at(c), at(d)] }
}

function addFemur(scene: SceneBuilder, build: Build, [c, d]: readonly [Vec, Vec]): Vec {
  const { tibia: long, random } = build
  const lean = between(random, 0.55, 0.9)
  const normal: Flat = [(d[1] - c[1]) / long, -(d[0] - c[0]) / long]
  const size = Math.hypot(...normal)
  const radius = 0.07 * long
  const contact = mix(c, d, 0.56)
  const gap = 0.0115 * long
  const centre = add(contact, flat([(normal[0] / size) * (radius + gap), (normal[1] / size) * (radius + gap)]))
  const at = ([x, y]: Flat, z = 0): Vec => {
    const [px, py] = turned([x * long, y * long], lean)
    return add(centre, [px, py, z * long])
  }
  const shape: readonly Flat[] = [
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
  const off = between(random, 0.006, 0.016)
  const other = add(centre, flat([off * long * 0.5, -off * long * 0.8]))
  scene.bonelike(1, {
    cortex: 0.007 * long,
    spongy: 0.24,
    parts: [
      plate(
        shape.map((point) => at(point)),
        0.1 * long,
        0.044 * long,
        shape.map(([, y]) => (0.006 + 0.0145 * hump((-y - 0.13) / 0.9)) * long),
      ),
      ball(other, radius, radius, 0.03 * long),
    ],
  })
  // The other condyle shows as a second line, and the ridges of the groove as another.
  scene.bonelike(0.5, {
    parts: [
      tube(
        [-0.5, 0, 0.5, 1, 1.5, 2].map((a) => add(other, [Math.cos(a + 0.4) * radius * 0.97, Math.sin(a + 0.4) * radius * 0.97, 0])),
        [0.001, 0.004, 0.005, 0.005, 0.004, 0.001].map((r) => r * long),
        { deep: 3 },
      ),
    ],
  })
  scene.bonelike(0.5, {
    parts: [
      tube(
        [
          [-0.07, 0.02],
          [-0.082, -0.03],
          [-0.086, -0.075],
          [-0.07, -0.12],
        ].map(([x = 0, y = 0]) => at([x, y])),
        [0.004, 0.0065, 0.0065, 0.004].map((r) => r * long),
        { deep: 3 },
      ),
    ],
  })
  // Patella in its groove, the two fabellae behind, the one of the popliteus below.
  const patella = (t: number, out: number) => at([-0.124 - out, -0.105 + 0.09 * (lean / 0.8) + t])
  scene.bonelike(1, {
    cortex: 0.006 * long,
    spongy: 0.45,
    parts: [
      plate(
        [patella(-0.068, -0.012), patella(-0.045, 0.018), patella(0, 0.026), patella(0.045, 0.014), patella(0.07, -0.008), patella(0.03, -0.021), patella(-0.03, -0.022)],
        0.075 * long,
        0.03 * long,
      ),
    ],
  })
  for (const [x, y, r] of [
    [0.094, -0.056, 0.026],
    [0.084, -0.068, 0.022],
  ] as const)
    scene.bonelike(0.95, { cortex: 0.005 * long, spongy: 0.45, parts: [ball(at([x, y]), r * long, r * long * 1.15, r * long)] })
  scene.bonelike(0.9, { cortex: 0.004 * long, parts: [ball(add(d, flat([0.018 * long, 0.006 * long])), 0.012 * long, 0.015 * long, 0.012 * long)] })
  scene.landmarks['femoralCondyle'] = centre
  scene.landmarks['femoralCondyleEdge'] = add(centre, times(flat([-normal[0] / size, -normal[1] / size]), radius))
  const n = flat([-normal[0] / size, -normal[1] / size])
  const tibiaRadius = 0.16 * long
  scene.landmarks['tibialCircle'] = add(contact, times(n, tibiaRadius))
  const origin = patella(0.062, 0.008)
  scene.landmarks['patella'] = origin
  const tuberosity = scene.landmarks['tuberosity'] ?? origin
  const w = minus(tuberosity, origin)
  scene.truth['advancement'] = Math.abs(w[0] * n[1] - w[1] * n[0])
  // Ligament of the patella, in the fat below it.
  scene.organ(0.8, tube([patella(0.06, 0.006), mix(origin, tuberosity, 0.5), tuberosity], [0.016 * long, 0.014 * long, 0.016 * long]))
  return at([0, -0.9])
}

function addHock(scene: SceneBuilder, build: Build, talus: Vec): Vec {
  const { tibia: long, random } = build
  const angle = between(random, 1.15, 1.5)
  const at = ([x, y]: Flat, z = 0): Vec => {
    const [px, py] = turned([x * long, y * long], angle)
    return add(talus, [px, py, z * long])
  }
  const shape = (points: readonly Flat[], thick: number, rim: number, spongy = 0.4) =>
    scene.bonelike(0.95, { cortex: 0.007 * long, spongy, parts: [plate(points.map((p) => at(p)), thick * long, rim * long)] })
  // Here y leads along the foot: at a flexed hock it points forward.
  scene.bonelike(0.9, { cortex: 0.007 * long, spongy: 0.4, parts: [ball(talus, 0.042 * long, 0.042 * long, 0.05 * long)] })
  scene.bonelike(0.45, { cortex: 0.006 * long, spongy: 0.3, parts: [ball(add(talus, [0.003 * long, -0.004 * long, 0]), 0.026 * long, 0.026 * long, 0.05 * long)] })
  shape([[-0.03, 0.02], [0.03, 0.02], [0.032, 0.07], [0.02, 0.092], [-0.022, 0.092], [-0.034, 0.06]], 0.08, 0.03)
  shape([[0.03, -0.145], [0.062, -0.15], [0.076, -0.13], [0.07, -0.05], [0.078, 0.03], [0.075, 0.1], [0.045, 0.104], [0.035, 0.06], [0.02, 0.01], [0.032, -0.03], [0.034, -0.09]], 0.06, 0.024)
  shape([[-0.03, 0.1], [0.024, 0.098], [0.026, 0.128], [-0.028, 0.13]], 0.08, 0.02)
  shape([[0.03, 0.11], [0.074, 0.11], [0.07, 0.165], [0.03, 0.163]], 0.07, 0.02)
  shape([[-0.028, 0.136], [0.026, 0.134], [0.026, 0.165], [-0.026, 0.167]], 0.08, 0.02)
  for (const [i, x] of [-0.014, 0.008, 0.024, 0.042].entries())
    scene.bonelike(0.9, {
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

function flesh(build: Build, stations: readonly (readonly [Vec, number, number])[], under: number): Loft {
  const { tibia: long } = build
  return {
    kind: 'loft',
    stations: stations.map(([at, half, deep]) => ({
      at,
      half: Math.max(0.01, half - under) * long,
      deep: Math.max(0.01, deep - under) * long,
    })),
  }
}

/** A hind leg from the side: cranial on the left, the thigh going up and back. */
export function addHindLimb(scene: SceneBuilder, build: Build): Stifle {
  const long = build.tibia
  const { talus, plateau } = addTibia(scene, build)
  const thigh = addFemur(scene, build, plateau)
  const foot = addHock(scene, build, talus)
  const at = (x: number, y: number): Vec => [x * long, y * long, 0]
  const shank: (readonly [Vec, number, number])[] = [
    [at(0.1, -0.3), 0.03, 0.03],
    [at(0.06, -0.2), 0.17, 0.12],
    [at(0.035, -0.1), 0.21, 0.17],
    [at(0.035, 0), 0.205, 0.165],
    [at(0.045, 0.15), 0.2, 0.15],
    [at(0.055, 0.32), 0.185, 0.125],
    [at(0.055, 0.5), 0.155, 0.095],
    [at(0.06, 0.68), 0.125, 0.07],
    [at(0.06, 0.84), 0.11, 0.06],
    [at(0.05, 0.98), 0.115, 0.065],
    [at(0.04, 1.06), 0.09, 0.055],
    [at(0.04, 1.12), 0.012, 0.02],
  ]
  const knee = scene.landmarks['femoralCondyle'] ?? at(0, 0)
  const out = (t: number) => mix(knee, thigh, t)
  const upper: (readonly [Vec, number, number])[] = [
    [out(-0.22), 0.08, 0.08],
    [out(-0.1), 0.19, 0.14],
    [out(0.1), 0.26, 0.19],
    [out(0.35), 0.36, 0.25],
    [out(0.7), 0.47, 0.3],
    [out(1.15), 0.56, 0.34],
  ]
  const lower: (readonly [Vec, number, number])[] = [
    [mix(talus, foot, -0.43), 0.012, 0.02],
    [mix(talus, foot, -0.36), 0.07, 0.045],
    [mix(talus, foot, -0.2), 0.1, 0.055],
    [mix(talus, foot, 0.05), 0.1, 0.07],
    [mix(talus, foot, 0.4), 0.085, 0.065],
    [mix(talus, foot, 1.1), 0.08, 0.06],
  ].map(([at0, half, deep]) => [at0, half, deep] as readonly [Vec, number, number])
  scene.fat(1, flesh(build, shank, 0), flesh(build, upper, 0), flesh(build, lower, 0))
  scene.organ(1, flesh(build, shank, 0.018), flesh(build, upper, 0.02), flesh(build, lower, 0.016))
  // The fat pad below the patella, and the fascia between the muscles of the calf.
  const pad = scene.landmarks['patella'] ?? knee
  const fatty = (share: number, ...parts: Parameters<typeof scene.organ>[1][]) => scene.organ(-share, ...parts)
  fatty(0.55, ball(mix(pad, at(-0.03, 0), 0.55), 0.055 * long, 0.07 * long, 0.06 * long))
  fatty(0.5, tube([at(0.1, 0.14), at(0.13, 0.4), at(0.105, 0.62), at(0.1, 0.8)], [0.008, 0.018, 0.03, 0.03].map((r) => r * long), { deep: 1.6 }))
  fatty(0.4, tube([out(0.1), mix(out(0.4), at(0.4, -0.2), 0.35), mix(out(0.9), at(0.6, 0), 0.45)], [0.008, 0.012, 0.02].map((r) => r * long), { deep: 2.5 }))
  return { joint: at(clamp(0.06, 0, 1), 0.28), talus }
}
