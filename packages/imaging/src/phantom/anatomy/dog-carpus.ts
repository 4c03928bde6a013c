import { block, sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Forearm } from './limb-front.ts'
import type { PlanePoint } from './plane-point.ts'

interface CarpalBone {
  readonly top: number
  readonly bottom: number
  /** Across the leg, as points of x (palmar) and z (lateral). */
  readonly outline: readonly PlanePoint[]
}

/** A rounded rectangle between two sides of the leg. */
const outline = (dorsal: number, palmar: number, medial: number, lateral: number): PlanePoint[] => [
  [dorsal, (medial + lateral) / 2],
  [dorsal * 0.8 + palmar * 0.2, medial * 0.95 + lateral * 0.05],
  [dorsal * 0.2 + palmar * 0.8, medial],
  [palmar, (medial + lateral) / 2],
  [dorsal * 0.2 + palmar * 0.8, lateral],
  [dorsal * 0.8 + palmar * 0.2, lateral * 0.95 + medial * 0.05],
]

/** The radial bone of a dog includes the intermediate one; a row of four bones follows. */
const bones: readonly CarpalBone[] = [
  { top: 1.018, bottom: 1.073, outline: outline(-0.045, 0.055, -0.068, 0.022) },
  { top: 1.022, bottom: 1.09, outline: outline(-0.02, 0.062, 0.026, 0.068) },
  { top: 1.082, bottom: 1.112, outline: outline(0, 0.04, -0.078, -0.054) },
  { top: 1.079, bottom: 1.114, outline: outline(-0.028, 0.03, -0.054, -0.026) },
  { top: 1.078, bottom: 1.122, outline: outline(-0.036, 0.042, -0.025, 0.012) },
  { top: 1.082, bottom: 1.124, outline: outline(-0.03, 0.044, 0.014, 0.064) },
]

export function addDogCarpus({ scene, at, r }: Forearm): void {
  for (const bone of bones)
    scene.addBonePart(0.92, {
      cortex: r(0.006),
      spongy: 0.42,
      parts: [
        block(
          bone.outline.map(([x, z]) => at(x, (bone.top + bone.bottom) / 2, z)),
          [0, r(bone.bottom - bone.top), 0],
          { edge: 0.34 },
        ),
      ],
    })
  // Accessory bone, which points back.
  scene.addBonePart(0.92, {
    cortex: r(0.006),
    spongy: 0.38,
    parts: [
      sweep(
        (
          [
            [0.05, 1.05, 0.026],
            [0.068, 1.05, 0.022],
            [0.095, 1.052, 0.018],
            [0.12, 1.052, 0.024],
            [0.135, 1.05, 0.026],
          ] as const
        ).map(([x, y, radius]): Section => ({
          at: at(x, y, 0.05),
          wide: r(radius * 0.75),
          thick: r(radius),
        })),
        { ends: [0.4, 0.5] },
      ),
    ],
  })
}
