/**
 * The head of a medium-sized dog for simulated MR. Millimetres from the middle of the brain: x to the
 * left, y to the back, z to the nose, as in the patient coordinates of a quadruped's head.
 */

/** Signal of a tissue with each weighting, from 0 to 1000. */
export interface Signals {
  readonly T1: number
  readonly T2: number
  /** T1 after a contrast agent. */
  readonly contrast: number
}

const plain = (T1: number, T2: number, contrast = T1): Signals => ({ T1, T2, contrast })

const tissues = {
  air: plain(8, 8),
  fat: plain(900, 680),
  skin: plain(600, 420, 680),
  muscle: plain(430, 190, 480),
  bone: plain(70, 45),
  marrow: plain(720, 520),
  fluid: plain(150, 960),
  cortex: plain(400, 560, 410),
  white: plain(540, 390, 550),
  vitreous: plain(140, 1000),
  lens: plain(340, 90),
  mucosa: plain(420, 700, 820),
  vein: plain(90, 60, 950),
  tumour: plain(410, 700, 960),
} as const satisfies Readonly<Record<string, Signals>>

type Place = readonly [x: number, y: number, z: number]

/** Below 1 inside of an ellipsoid. */
const getShare = ([x, y, z]: Place, at: Place, radii: Place): number =>
  Math.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1], (z - at[2]) / radii[2])

/** The folds of the cortex: a wave along the surface. */
const getFold = (x: number, y: number, z: number): number =>
  0.035 * Math.sin(0.62 * z + 0.3 * y) * Math.cos(0.55 * Math.abs(x) - 0.2 * y)

/** A meningioma of twelve millimetres at the left side of the brain, which takes up contrast. */
const isTumour = (place: Place) => getShare(place, [17, 15, 9], [6, 6, 6]) < 1

function getBrain(place: Place): Signals | undefined {
  const [x, y, z] = place
  if (isTumour(place)) return tissues.tumour
  const cerebrum = getShare(place, [0, 6, 2], [26, 21, 36]) + getFold(x, y, z)
  if (cerebrum < 1) {
    // The fissure between the halves, and the ventricles on both sides of it.
    const isFissure = Math.abs(x) < 0.9 && y > 12
    const isVentricle = getShare([Math.abs(x), y, z], [7, 11, 0], [2.6, 4.4, 15]) < 1
    if (isVentricle || isFissure || cerebrum > 0.96) return tissues.fluid
    const isThalamus = getShare(place, [0, 2, -4], [11, 8, 12]) < 1
    return cerebrum > 0.79 || isThalamus ? tissues.cortex : tissues.white
  }
  const cerebellum = getShare(place, [0, 5, -43], [17, 15, 12])
  if (cerebellum < 1) {
    if (cerebellum > 0.94) return tissues.fluid
    return Math.sin(1.3 * Math.hypot(y + 4, z + 43)) > 0.2 ? tissues.cortex : tissues.white
  }
  // The brain stem and the spinal cord, with fluid around them.
  const stem = Math.hypot(x, y + 12 + 0.03 * Math.min(0, z + 40)) / (z < -50 ? 5 : 8)
  if (z < 2 && stem < 1.25) return stem < 1 ? tissues.white : tissues.fluid
  return undefined
}

function getEye([x, y, z]: Place): Signals | undefined {
  const side: Place = [Math.abs(x), y, z]
  if (getShare(side, [33, 7, 53], [4.5, 4.5, 3.2]) < 1) return tissues.lens
  const eye = getShare(side, [31, 6, 47], [11, 11, 11])
  if (eye < 1) return eye < 0.9 ? tissues.vitreous : tissues.bone
  return getShare(side, [27, 5, 41], [14, 14, 17]) < 1 ? tissues.fat : undefined
}

/** The nasal cavity with its thin folds, and the mouth below it. */
function getMuzzle([x, y, z]: Place): Signals | undefined {
  if (z > 38 && z < 118 && Math.abs(x) < 14 && Math.abs(y + 6) < 11) {
    if (Math.abs(x) < 1) return tissues.bone
    return Math.sin(1.15 * Math.abs(x) + 0.5 * Math.sin(0.6 * y)) > 0.15
      ? tissues.mucosa
      : tissues.air
  }
  if (z > 10 && z < 116 && Math.abs(x) < 17 && y < -20 && y > -24) return tissues.air
  const isJaw =
    z > -10 && z < 110 && Math.abs(Math.abs(x) - 22 + 0.11 * z) < 4 && y < -30 && y > -44
  if (isJaw) return Math.abs(Math.abs(x) - 22 + 0.11 * z) < 2.4 ? tissues.marrow : tissues.bone
  return undefined
}

/** The signals of a point of the animal or around it. */
export function getHeadSignals(x: number, y: number, z: number): Signals {
  const place: Place = [x, y, z]
  const head = getShare(place, [0, -8, 0], [54, 50, 82])
  const muzzle = getShare(place, [0, -18, 78], [30, 30, 52])
  const neck = z < -30 ? Math.hypot(x / 46, (y + 10) / 46) : Infinity
  const outline = Math.min(head, muzzle, neck)
  if (outline >= 1) return tissues.air
  if (outline > 0.975) return tissues.skin
  const brain = getBrain(place)
  if (brain) return brain
  const skull = Math.min(
    getShare(place, [0, 6, 2], [30, 25, 40]),
    getShare(place, [0, 5, -43], [20, 18, 15]),
  )
  if (skull < 1) return skull > 0.93 && y > 4 ? tissues.marrow : tissues.bone
  // The dorsal sagittal sinus runs outside of the brain.
  if (Math.hypot(x, y - 32) < 2 && z > -30 && z < 30) return tissues.vein
  const inside = getEye(place) ?? getMuzzle(place)
  if (inside) return inside
  if (outline > 0.9) return tissues.fat
  return tissues.muscle
}
