import { add, clamp, lerp, mix, smoothStep } from '../scene/geometry.ts'
import { block, sweep, warpSurface } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import { createBone } from './horse-bones.ts'
import type { Leg } from './horse-bones.ts'
import { addTalus, bowJoint, getTrochlea } from './horse-talus.ts'
import type { PlanePoint } from './plane-point.ts'

/** Adds the distal tibia and the tarsus; `top` is the proximal end of the cannon bone. */
export function addTarsus(leg: Leg, top: number): void {
  addTibia(leg, top)
  addTalus(leg, top)
  addCalcaneus(leg, top)
  // Central, third, fourth, and fused first and second tarsal bone.
  addTarsal(
    leg,
    top,
    [
      [-25, -4],
      [-20, -21],
      [-2, -27.5],
      [14, -23],
      [20, -8],
      [12, 12],
      [-6, 20],
      [-22, 14],
    ],
    top - 30.8,
    top - 16.2,
  )
  addTarsal(
    leg,
    top,
    [
      [-22.5, -3],
      [-19, -20],
      [-4, -26],
      [10, -18],
      [17, -4],
      [8, 14],
      [-8, 20],
      [-20, 13],
    ],
    top - 14.7,
    top + 0.7,
  )
  addTarsal(
    leg,
    top,
    [
      [0, 23],
      [8, 15],
      [24, 10],
      [30, 17],
      [25, 27],
      [10, 30.5],
      [-4, 28.5],
    ],
    top - 34.5,
    top + 0.7,
  )
  addTarsal(
    leg,
    top,
    [
      [10, -26],
      [22, -27],
      [29, -20],
      [24, -11],
      [13, -16],
    ],
    top - 17,
    top + 0.7,
  )
}

/** A tarsal bone: its faces follow the bow of the joints, and its sides bulge. */
function addTarsal(
  { scene, at, r }: Leg,
  top: number,
  outline: readonly PlanePoint[],
  from: number,
  to: number,
): void {
  const k = r(1)
  const plain = block(
    outline.map(([x, z]) => at(x, (from + to) / 2, z)),
    [0, r(to - from), 0],
    { edge: 0.3, waist: -0.03 },
  )
  scene.addBonePart(0.95, {
    cortex: r(0.9),
    spongy: 0.46,
    parts: [
      warpSurface(plain, r(0.9), ([x, y, z]) => [
        x,
        y + bowJoint(x / k, y / k - top, z / k) * k,
        z,
      ]),
    ],
  })
}

/** Height of the distal end of the tibia: it follows the trochlea, and ends in two malleoli. */
function getCochlea(x: number, z: number): number {
  const { x: middle, y, radius } = getTrochlea(clamp(z, -24, 22))
  const from = Math.min(Math.abs(x - middle), (radius + 1.6) * 0.86)
  const socket = y - Math.sqrt((radius + 1.6) ** 2 - from * from)
  const medial = smoothStep(25.5, 30, -z)
  const lateral = smoothStep(25, 30, z)
  const reach = 1 - smoothStep(5, 24, Math.abs(x + (z < 0 ? 9 : 5)))
  return lerp(socket, lerp(-90, z < 0 ? -69 : -74, reach), Math.max(medial, lateral))
}

function addTibia(leg: Leg, top: number): void {
  const { scene, r } = leg
  const k = r(1)
  const end = -96
  const edge = 5
  const stops: readonly [x: number, y: number, wide: number, thick: number, wall: number][] = [
    [-42, -330, 27, 24, 9],
    [-32, -250, 26, 23, 9],
    [-22, -180, 28, 23, 7],
    [-15, -140, 32, 25, 4],
    [-11, -118, 35.5, 28.5, 2.4],
    [-9, -106, 37, 30, 2],
    [-8.5, end - edge, 36.5, 29.5, 1.8],
  ]
  const shaft = sweep(
    stops.map(([x, y, wide, thick, wall]): Section => ({
      at: leg.at(x, top + y),
      wide: r(wide),
      thick: r(thick),
      wall: r(wall),
    })),
    { power: 2.2, segments: 72 },
  )
  const domeRings = 5
  const kept = shaft.rings.slice(0, -domeRings)
  const rim = kept.at(-1) ?? []
  const centre = leg.at(-8.5, top + end - edge)
  // The end gets points in between, which are then moved to the joint surface; its rim is round.
  const disc = [
    0.99, 0.97, 0.94, 0.9, 0.85, 0.79, 0.72, 0.64, 0.55, 0.46, 0.37, 0.28, 0.18, 0.07,
  ].map((share) => {
    const out = clamp((share - 0.84) / 0.16, 0, 1)
    const down = edge * Math.sqrt(1 - out * out)
    return rim.map((at) => add(mix(centre, at, share), [0, r(down), 0]))
  })
  const walls = [...(shaft.walls ?? []).slice(0, -domeRings), ...disc.map(() => r(1.8))]
  const surface = warpSurface({ ...shaft, rings: [...kept, ...disc], walls }, r(1.8), (at) => {
    const y = at[1] / k - top
    const fade = smoothStep(end - 36, end - edge, y)
    return [at[0], at[1] + (getCochlea(at[0] / k, at[2] / k) - end) * fade * k, at[2]]
  })
  scene.addBonePart(1, { cortex: r(1.8), spongy: 0.3, summed: true, parts: [surface] })
}

function addCalcaneus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  scene.addBonePart(0.95, {
    cortex: r(1.5),
    spongy: 0.38,
    parts: [
      sweep(
        (
          [
            [53, -147.5, 12, 8, 11],
            [52.8, -145.5, 12, 11.5, 14],
            [52.4, -141, 12, 14, 16.5],
            [51.5, -134, 12, 15.2, 17],
            [50, -124, 12, 13.6, 15],
            [47.5, -110, 12, 12.2, 12],
            [44.5, -97, 12, 12.8, 11.5],
            [39.5, -83, 12, 16, 12.5],
            [32.5, -69, 13, 20.5, 14],
            [27, -56, 15, 21.5, 14],
            [24, -45, 17, 18, 13],
            [22, -37.5, 18, 13.4, 12],
          ] as const
        ).map(([x, y, z, wide, thick]): Section => ({
          at: at(x, top + y, z),
          wide: r(wide),
          thick: r(thick),
        })),
        { axis: [1, 0, 0], ends: [0.2, 0.3], segments: 28 },
      ),
      // Coracoid process.
      createBone(
        leg,
        [
          [38, top - 74, 13, 11, 15],
          [31, top - 82, 13, 10, 11],
          [25.5, top - 87, 13, 8, 7.5],
          [22.5, top - 89.5, 13, 6, 5],
        ],
        [0.4, 0.8],
      ),
    ],
  })
  // The sustentaculum overlaps the talus and the calcaneus and has a dense, smooth groove for the tendon.
  scene.addBonePart(0.45, {
    cortex: r(0.8),
    spongy: 0.45,
    parts: [
      createBone(
        leg,
        [
          [33, top - 82, -4, 3, 3.5],
          [33.5, top - 75, -7, 6, 7],
          [32, top - 66, -10, 9, 9.5],
          [29, top - 56, -12, 9, 9.5],
          [25.5, top - 48, -13, 7, 7.5],
          [22.5, top - 42, -13, 4, 4.5],
        ],
        [0.9, 0.9],
      ),
    ],
  })
}
