import { equineViews, generalBodyParts, smallAnimalViews } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import { bodyParts, getRefinements } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import type { View } from './views.ts'

type Sideless<Part> = Part extends `${'Left' | 'Right'} ${infer Name}` ? Name : Part
/** The name of a part without its side, because both sides have the same views. */
type PartName = Sideless<BodyPart>

const lateralsFirst: readonly View[] = ['RLAT', 'LLAT', 'VD']
const aroundJoint: readonly View[] = ['DP', 'DLMPO', 'DMPLO']

const smallAnimal: Readonly<Partial<Record<PartName, readonly View[]>>> = {
  Skull: ['RLAT', 'LLAT', 'DV', 'VD'],
  Cervical: lateralsFirst,
  Chest: ['RLAT', 'LLAT', 'VD', 'DV'],
  Abdomen: lateralsFirst,
  Vertebrae: lateralsFirst,
  'Sacral Vertebrae': lateralsFirst,
  'Caudal Vertebrae': lateralsFirst,
  // Both legs in one image; a leg alone is a part with a side.
  'Front Legs': ['VD', 'DV'],
  'Back Legs': ['VD'],
  'Front Leg': ['ML', 'CRCD', 'CDCR', 'DP'],
  'Back Leg': ['ML', 'CRCD', 'CDCR', 'DP'],
  Scapula: ['ML', 'CDCR'],
  Shoulder: ['ML', 'CDCR'],
  Elbow: ['ML', 'CRCD', 'CDCR'],
  Carpus: ['ML', ...aroundJoint],
  Hip: ['VD', 'ML'],
  Stifle: ['ML', 'CDCR', 'CRCD'],
  Tarsus: ['ML', ...aroundJoint],
}

const standingLaterals: readonly View[] = ['RLAT', 'LLAT']
const horse: Readonly<Partial<Record<PartName, readonly View[]>>> = {
  Skull: ['RLAT', 'LLAT', 'DV', 'VD'],
  // The ventrodorsal view is possible in foals and under anaesthesia.
  Cervical: lateralsFirst,
  Chest: standingLaterals,
  Abdomen: standingLaterals,
  Vertebrae: standingLaterals,
  'Sacral Vertebrae': standingLaterals,
  'Caudal Vertebrae': standingLaterals,
  Scapula: ['ML'],
  // The leg between the named joints, mostly the cannon bones: the views common to all joints.
  'Front Leg': ['LM', ...aroundJoint],
  'Back Leg': ['LM', ...aroundJoint],
  Forefoot: ['LM', 'DP', 'D65PR_PADIO'],
  Carpus: ['LM', ...aroundJoint],
  'Front Fetlock': ['LM', ...aroundJoint],
  'Navicular of Forelimb': ['LM', 'PA55PR_PADIO', 'D65PR_PADIO'],
  Stifle: ['LM', 'PA', 'CD30L_CRMO'],
  'Hind Fetlock': ['LM', ...aroundJoint],
  Tarsus: ['LM', ...aroundJoint],
}

const usualViews: Readonly<Record<Species, Partial<Record<string, readonly View[]>>>> = {
  Canine: smallAnimal,
  Feline: smallAnimal,
  Equine: horse,
}

const trunkViews: readonly View[] = ['RLAT', 'LLAT', 'VD', 'DV']
const viewsOfBothLegs: readonly View[] = ['VD', 'DV']
const horseLimbViews: readonly View[] = equineViews.filter(
  (view) => view !== 'LAT' && view !== 'VD' && view !== 'DV',
)

const isPartOf = (kind: Species, part: BodyPart) =>
  generalBodyParts.some(
    (general) =>
      general === part || getRefinements(kind, general).some((refined) => refined === part),
  )

/**
 * The usual views of a part, the most common first. Empty if the species does not have the part, or
 * if every view of it needs a side.
 */
export function getUsualViews(kind: Species, part: BodyPart): readonly View[] {
  if (!isPartOf(kind, part)) return []
  // The scapula is a region of the map without a side, too.
  if (part === 'Scapula') return kind === 'Equine' ? [] : ['VD']
  return usualViews[kind][part.replace(/^(?:Left|Right) /u, '')] ?? []
}

function listPossibleViews(kind: Species, part: BodyPart): readonly View[] {
  const { laterality } = bodyParts[part]
  if (laterality === 'U') return trunkViews
  if (laterality === 'to be chosen') return kind === 'Equine' ? [] : viewsOfBothLegs
  // The projections around the foot exist at no shoulder, and a small joint has its usual views.
  return kind === 'Equine' && !part.endsWith('Scapula') ? horseLimbViews : []
}

/**
 * The views that the user can choose for a part, the usual ones first. Each of them states the side
 * of the image, together with its part.
 */
export function getOfferedViews(kind: Species, part: BodyPart | undefined): readonly View[] {
  if (!part) return kind === 'Equine' ? [...trunkViews, ...horseLimbViews] : trunkViews
  const usual = getUsualViews(kind, part)
  return [...new Set([...usual, ...listPossibleViews(kind, part)])]
}

/**
 * Whether a planned image may have this view: all that are offered and, for received images and
 * other systems, the views of the species in the specification.
 */
export function isAcceptedView(kind: Species, part: BodyPart, view: string): boolean {
  const listed: readonly string[] = kind === 'Equine' ? equineViews : smallAnimalViews
  return listed.includes(view) || getOfferedViews(kind, part).some((one) => one === view)
}
