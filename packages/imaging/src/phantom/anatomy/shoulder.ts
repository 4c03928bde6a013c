import type { AnimalProportions } from './animal-proportions.ts'
import {
  add,
  clamp,
  dot,
  mix,
  multiply,
  normalize,
  subtract,
  vectorLength,
} from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { addLongBone, createSleeve } from './long-bone.ts'
import { ball } from '../scene/scene.ts'
import type { Loft, SceneBuilder } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'

export interface Shoulder {
  readonly joint: Vec
  readonly elbow: Vec
}

/** Adds scapula, humerus and forearm to the trunk; x caudal, y ventral, z lateral. */
export function addShoulder(
  scene: SceneBuilder,
  build: AnimalProportions,
  side: 1 | -1,
  lateral: boolean,
): Shoulder {
  const { u, random } = build
  const pull = lateral ? -1.6 - random() * 1.2 : -0.6
  const joint: Vec = [
    (pull + 0.1) * u,
    build.chestDepth * 0.62 * u,
    side * build.chestHalfWidth * 0.72 * u,
  ]
  const top: Vec = [joint[0] + 2.7 * u, -2.5 * u, side * build.chestHalfWidth * 0.5 * u]
  const elbow: Vec = lateral
    ? [joint[0] - 1.9 * u, joint[1] + 6 * u, joint[2] * 1.05]
    : [joint[0] - 4.6 * u, joint[1] + 1.5 * u, joint[2] * 1.4]
  const up = normalize(subtract(top, joint))
  /** Centre of the humeral head, around which the glenoid is hollowed. */
  const head = subtract(joint, multiply(up, 0.55 * u))
  addScapula(scene, { head, up, length: vectorLength(subtract(top, head)) / u, side, u })
  addHumerus(scene, head, elbow, side, u)
  if (lateral) scene.addSoft(0.2, ball(mix(joint, top, 0.35), 1.9 * u, 2.6 * u, 0.6 * u))
  addForearm(scene, joint, elbow, u)
  return { joint, elbow }
}

/** Radii of the humeral head, and of the glenoid with the cartilage between them, in u. */
const headRadius = 0.5
const glenoidRadius = 0.57

interface ScapulaPlan {
  readonly head: Vec
  readonly up: Vec
  readonly length: number
  readonly side: 1 | -1
  readonly u: number
}

/** Caudal of a line in the plane of the trunk. */
const turnCaudal = (along: Vec): Vec => normalize([Math.abs(along[1]), Math.abs(along[0]), 0])

function addScapula(scene: SceneBuilder, { head, up, length, side, u }: ScapulaPlan): void {
  const across = turnCaudal(up)
  /** From the centre of the head: along the scapula, caudal and lateral. */
  const at = (along: number, w: number, out = 0): Vec =>
    add(add(head, multiply(up, along * u)), add(multiply(across, w * u), [0, 0, side * out * u]))
  const blade: [along: number, w: number, wide: number, thick: number][] = [
    [glenoidRadius + 0.02, 0.0, 0.42, 0.3],
    [0.66, -0.01, 0.45, 0.31],
    [0.78, -0.03, 0.44, 0.28],
    [0.95, -0.03, 0.385, 0.25],
    [1.2, 0, 0.34, 0.19],
    [1.55, 0.03, 0.37, 0.145],
    [2.1, 0.06, 0.56, 0.095],
    [length * 0.5, 0.1, 1.0, 0.055],
    [length * 0.72, 0.1, 1.38, 0.045],
    [length * 0.9, 0.04, 1.4, 0.045],
    [length, 0, 1.12, 0.05],
  ]
  const plain = sweep(
    blade.map(([along, w, wide, thick]): Section => ({
      at: at(along, w),
      wide: wide * u,
      thick: thick * u,
    })),
    { axis: across, ends: [0.1, 8], segments: 36, steps: 4 },
  )
  // The end is hollowed from front to back, so that it follows the humeral head.
  const hollow = (point: Vec): Vec => {
    const from = subtract(point, head)
    const w = Math.min(0.5, Math.abs(dot(from, across)) / u)
    const fade = clamp(1 - (dot(from, up) / u - glenoidRadius) / 0.5, 0, 1)
    const drop = glenoidRadius - Math.sqrt(glenoidRadius ** 2 - w * w)
    return subtract(point, multiply(up, drop * fade * u))
  }
  scene.addBonePart(0.85, {
    cortex: 0.035 * u,
    spongy: 0.3,
    parts: [
      { ...plain, rings: plain.rings.map((ring) => ring.map(hollow)) },
      // Supraglenoid tubercle, from which the biceps arises.
      sweep(
        (
          [
            [1.1, -0.2, 0.13, 0.14],
            [0.92, -0.32, 0.16, 0.19],
            [0.76, -0.41, 0.14, 0.2],
            [0.62, -0.45, 0.09, 0.14],
          ] as const
        ).map(([along, w, wide, thick]): Section => ({
          at: at(along, w, -0.04),
          wide: wide * u,
          thick: thick * u,
        })),
        { axis: across, ends: [0.5, 0.8], segments: 18 },
      ),
    ],
  })
  // The spine of the scapula stands on the blade: seen from the side it is a dense line, which
  // ends in the broader acromion.
  const ridge: [along: number, w: number, out: number, high: number, thick: number][] = [
    [0.86, 0.1, 0.42, 0.06, 0.1],
    [1.05, 0.06, 0.42, 0.1, 0.11],
    [1.4, -0.02, 0.34, 0.22, 0.05],
    [2.1, -0.06, 0.3, 0.24, 0.036],
    [length * 0.5, -0.08, 0.24, 0.2, 0.034],
    [length * 0.75, -0.1, 0.16, 0.12, 0.05],
    [length * 0.95, -0.12, 0.08, 0.04, 0.08],
  ]
  scene.addBonePart(0.6, {
    parts: [
      sweep(
        ridge.map(([along, w, out, high, thick]): Section => ({
          at: at(along, w, out),
          wide: high * u,
          thick: thick * u,
        })),
        { ends: [0.8, 0.8] },
      ),
    ],
  })
}

/** Adds the humerus: head, greater tubercle before it, shaft, and condyle. */
function addHumerus(scene: SceneBuilder, head: Vec, elbow: Vec, side: 1 | -1, u: number): void {
  const axis = subtract(elbow, head)
  const length = vectorLength(axis) / u
  const along = normalize(axis)
  const caudal = turnCaudal(along)
  const at = (down: number, w: number, out = 0): Vec =>
    add(add(head, multiply(along, down * u)), add(multiply(caudal, w * u), [0, 0, side * out * u]))
  const shaft: [down: number, w: number, half: number, deep: number, wall: number][] = [
    [-0.14, -0.08, 0.46, 0.42, 0.03],
    [0.1, -0.1, 0.53, 0.46, 0.03],
    [0.4, -0.12, 0.53, 0.44, 0.035],
    [0.75, -0.13, 0.46, 0.37, 0.05],
    [1.15, -0.11, 0.4, 0.32, 0.07],
    [1.7, -0.1, 0.36, 0.3, 0.095],
    [2.3, -0.1, 0.34, 0.29, 0.115],
    [length * 0.55, -0.02, 0.285, 0.27, 0.12],
    [length * 0.72, 0.03, 0.265, 0.27, 0.115],
    [length * 0.84, 0.03, 0.275, 0.33, 0.08],
    [length * 0.93, -0.02, 0.31, 0.42, 0.045],
    [length, -0.03, 0.31, 0.44, 0.035],
  ]
  scene.addBonePart(1, {
    cortex: 0.045 * u,
    spongy: 0.3,
    parts: [
      sweep(
        shaft.map(([down, w, half, deep, wall]): Section => ({
          at: at(down, w),
          wide: half * u,
          thick: deep * u,
          wall: wall * u,
        })),
        { axis: caudal, ends: [0.5, 0.5], steps: 4, segments: 28 },
      ),
      ball(head, headRadius * u, headRadius * u, headRadius * 0.94 * u),
      // Greater tubercle: it rises before the head and runs out on the shaft.
      sweep(
        (
          [
            [-0.5, -0.47, 0.12, 0.16],
            [-0.36, -0.5, 0.19, 0.24],
            [-0.1, -0.5, 0.23, 0.28],
            [0.25, -0.46, 0.2, 0.26],
            [0.7, -0.38, 0.12, 0.18],
          ] as const
        ).map(([down, w, half, deep]): Section => ({
          at: at(down, w, 0.12),
          wide: half * u,
          thick: deep * u,
        })),
        { axis: caudal, ends: [0.7, 0.6], segments: 20 },
      ),
      // Condyle.
      ball(at(length - 0.02, -0.1), 0.37 * u, 0.37 * u, 0.46 * u),
    ],
  })
}

/** Adds radius and ulna, with the olecranon behind the condyle of the humerus. */
function addForearm(scene: SceneBuilder, joint: Vec, elbow: Vec, u: number): void {
  const along = normalize(subtract(elbow, joint))
  const caudal = turnCaudal(along)
  const length = vectorLength(subtract(elbow, joint)) / u
  const at = (down: number, w: number): Vec =>
    add(elbow, add(multiply(along, down * u), multiply(caudal, w * u)))
  addLongBone(scene, at(0.36, -0.12), at(length * 0.9, -0.1), [0.36 * u, 0.25 * u, 0.4 * u])
  scene.addBonePart(0.95, {
    cortex: 0.04 * u,
    spongy: 0.28,
    parts: [
      sweep(
        (
          [
            [-0.85, 0.62, 0.17, 0.16],
            [-0.6, 0.56, 0.21, 0.19],
            [-0.15, 0.5, 0.2, 0.16],
            [0.25, 0.42, 0.24, 0.18],
            [0.7, 0.3, 0.21, 0.17],
            [1.8, 0.2, 0.15, 0.14],
            [length * 0.9, 0.14, 0.1, 0.1],
          ] as const
        ).map(([down, w, half, deep]): Section => ({
          at: at(down, w),
          wide: half * u,
          thick: deep * u,
        })),
        { axis: caudal, ends: [0.6, 0.5], steps: 4, segments: 18 },
      ),
    ],
  })
}

/** The flesh of a foreleg; the caller merges it with the trunk, so that overlaps count once. */
export function createArm(
  build: AnimalProportions,
  { joint, elbow }: Shoulder,
  under: number,
  lateral: boolean,
): Loft {
  const { u } = build
  // At the depth of the middle of the trunk: a gap between both would count as flesh.
  const level = (at: Vec): Vec =>
    lateral ? [at[0], at[1], 0] : [at[0], build.chestDepth * 0.2 * u, at[2]]
  const stations: [number, number, number][] = [
    [-0.45, 0.3, 0.3],
    [-0.3, 1.2, 0.8],
    [-0.05, 1.9, 1.2],
    [0.25, 2, 1.3],
    [0.6, 1.75, 1.25],
    [1, 1.3, 1],
    [1.5, 1, 0.8],
    [2.1, 0.85, 0.7],
  ]
  return createSleeve(
    stations.map(
      ([t, half, deep]) =>
        [level(mix(joint, elbow, t)), half * u, deep * (lateral ? 1.7 : 1.3) * u] as const,
    ),
    under,
  )
}
