import type { AnimalProportions } from './animal-proportions.ts'
import { clamp, lerp } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { plate, tube } from '../scene/scene.ts'
import type { SceneBuilder } from '../scene/scene.ts'
import type { PlanePoint } from './plane-point.ts'

/** Rises from 0 at both ends to 1 in the middle. */
export const hump = (t: number): number => clamp(Math.sin(Math.PI * clamp(t, 0, 1)) * 1.5, 0, 1)

/** The outline of an upright tibia of length 1; the intercondylar eminence is the origin. */
const createTibiaOutline = (h: number, c: PlanePoint, d: PlanePoint): readonly PlanePoint[] => [
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
  [h + 0.007, 0.122],
  [h, 0.085],
  [h + 0.006, 0.058],
  [h + 0.022, 0.033],
]

export function addTibia(
  scene: SceneBuilder,
  build: AnimalProportions,
): { talus: Vec; plateau: readonly [Vec, Vec] } {
  const { tibia: long, random } = build
  const tpa = (build.tpa * Math.PI) / 180
  // The plateau falls caudally by its angle to the perpendicular of the tibial axis.
  const half = 0.085
  const c: PlanePoint = [-half * Math.cos(tpa), -half * Math.sin(tpa) * 0.62 + 0.006]
  const d: PlanePoint = [c[0] + 2 * half * Math.cos(tpa), c[1] + 2 * half * Math.sin(tpa)]
  const at = ([x, y]: PlanePoint, z = 0): Vec => [x * long, y * long, z * long]
  const tuberosity: PlanePoint = [-0.128, 0.085]
  const shape = createTibiaOutline(tuberosity[0], c, d)
  scene.addBonePart(1, {
    cortex: 0.007 * long,
    spongy: 0.27,
    parts: [
      plate(
        shape.map((point) => at(point)),
        0.1 * long,
        0.045 * long,
        // The ends are broad and spongy, the shaft has thick walls.
        shape.map(([, y]) => (0.006 + 0.0135 * hump((y - 0.17) / 0.76)) * long),
      ),
    ],
  })
  // Both condyles: each ends in a dense line, slightly apart depending on the position of the leg.
  const apart = randomBetween(random, 0.004, 0.012)
  for (const [lift, weight] of [
    [0, 0.5],
    [-apart, 0.35],
  ] as const)
    scene.addBonePart(weight, {
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
  addFibula(scene, at, long, build.species === 'Equine')
  const talus = at([0, 1])
  scene.landmarks['tibialEminence'] = at([0, 0])
  scene.landmarks['plateauCranial'] = at(c)
  scene.landmarks['plateauCaudal'] = at(d)
  scene.landmarks['talusCentre'] = talus
  scene.landmarks['tuberosity'] = at(tuberosity)
  scene.truth['tpa'] = build.tpa
  return { talus, plateau: [at(c), at(d)] }
}

/** The fibula of a horse ends in the middle of the shank. */
function addFibula(
  scene: SceneBuilder,
  at: (point: PlanePoint, z?: number) => Vec,
  long: number,
  short: boolean,
): void {
  const path: readonly PlanePoint[] = short
    ? [
        [0.06, 0.04],
        [0.07, 0.065],
        [0.068, 0.13],
        [0.058, 0.25],
        [0.046, 0.38],
        [0.04, 0.5],
      ]
    : [
        [0.062, 0.035],
        [0.073, 0.065],
        [0.073, 0.13],
        [0.062, 0.25],
        [0.045, 0.4],
        [0.036, 0.6],
        [0.034, 0.8],
        [0.03, 0.93],
        [0.022, 0.972],
      ]
  const radii = short
    ? [0.018, 0.02, 0.011, 0.007, 0.005, 0.002]
    : [0.02, 0.0185, 0.012, 0.0095, 0.0085, 0.0085, 0.0095, 0.017, 0.014]
  scene.addBonePart(0.9, {
    cortex: 0.006 * long,
    spongy: 0.15,
    parts: [
      tube(
        path.map((point) => at(point, 0.05)),
        radii.map((r) => r * long),
      ),
    ],
  })
}
