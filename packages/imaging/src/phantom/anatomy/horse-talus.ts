import { clamp, interpolate, smoothStep } from '../scene/geometry.ts'
import { stack, warpSurface } from '../scene/surface.ts'
import type { Layer } from '../scene/surface.ts'
import type { Leg } from './horse-bones.ts'
import type { PlanePoint } from './plane-point.ts'

/** Centre of the trochlea of the talus, and its radius from the medial to the lateral side. */
const trochlea = { x: -4, y: -66 }
const trochleaRadius: readonly (readonly [z: number, radius: number])[] = [
  [-25, 24.5],
  [-19, 27.5],
  [-14, 28.2],
  [-9, 26],
  [-4, 23],
  [1, 21.8],
  [6, 23],
  [11, 25.8],
  [15, 27.2],
  [19, 26.6],
  [23, 24],
]

/** The ridges are oblique: the lateral one lies further dorsally and distally. */
export const getTrochlea = (z: number) => ({
  x: trochlea.x - 0.13 * z,
  y: trochlea.y + 0.09 * z,
  radius: interpolate(trochleaRadius, z),
})

/** Width of the talus at a height: it has a neck, and tubercles above and below it. */
const talusWidth: readonly (readonly [y: number, share: number])[] = [
  [-96, 0.84],
  [-88, 0.93],
  [-76, 1],
  [-66, 1.04],
  [-58, 1.03],
  [-52, 0.98],
  [-46, 0.96],
  [-41, 1],
  [-36, 1.04],
  [-32, 1],
]

/** The talus: two oblique ridges of a roller, and the body that stands on the central bone. */
export function addTalus(leg: Leg, top: number): void {
  const { scene, r } = leg
  const layers = trochleaRadius.map(([z]): Layer => {
    const { x, y, radius } = getTrochlea(z)
    // The lateral ridge ends in a notch; the medial one runs out on the body.
    const notch = smoothStep(4, 15, z)
    const arc = [8, -16, -40, -64, -88, -112, -136, -160, -182, -200].map((degrees): PlanePoint => {
      const angle = (degrees * Math.PI) / 180
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    const narrow = smoothStep(12, 25, Math.abs(z + 1)) * 4
    const body: PlanePoint[] = [
      [-24 + 3.5 * notch + narrow, -47 + 2 * notch],
      [-25.5 + narrow, -41],
      [-24.5 + narrow, -35.5],
      [-17, -32.6],
      [-4, -32.2],
      [9 - narrow, -32.8],
      [15.5 - narrow, -36],
      [16 - narrow, -44],
      [18 - narrow, -54],
    ]
    const outline = [...arc, ...body].map(([px, py]): PlanePoint => [
      r(px),
      r(top + py + bowJoint(px, py, z)),
    ])
    return { z: r(z), outline }
  })
  scene.addBonePart(0.95, {
    cortex: r(1.1),
    spongy: 0.44,
    summed: true,
    parts: [
      warpSurface(stack(layers, r(1.1), r(3)), r(1.1), ([x, y, z]) => [
        x,
        y,
        z * interpolate(talusWidth, y / r(1) - top),
      ]),
    ],
  })
}

/** The joints of the distal tarsus are slightly curved from front to back and across. */
export const bowJoint = (x: number, y: number, z: number): number =>
  (1.5 * Math.sin(x / 13) + 1.1 * Math.sin(z / 12 + x / 30)) *
  clamp(-y / 33, 0, 1) *
  smoothStep(-62, -36, y)
