import type { Species } from '@talus/contract'
import type { LocalizedNames } from './localized-names.ts'

/**
 * Modified Triadan system: the first digit is the quadrant, the other two count from the midline.
 */
export const quadrants = ['RU', 'RL', 'LU', 'LL'] as const
export type Quadrant = (typeof quadrants)[number]

/** The list above has the order of the specification: quadrant digits 1, 4, 2, 3. */
export const quadrantDigits: Readonly<Record<Quadrant, number>> = { RU: 1, RL: 4, LU: 2, LL: 3 }
export const quadrantNames: Readonly<Record<Quadrant, LocalizedNames>> = {
  RU: { en: 'Right upper', fr: 'Supérieur droit' },
  RL: { en: 'Right lower', fr: 'Inférieur droit' },
  LU: { en: 'Left upper', fr: 'Supérieur gauche' },
  LL: { en: 'Left lower', fr: 'Inférieur gauche' },
}

export const toothKinds = ['Incisors', 'Canine', 'Wolf Tooth', 'Premolars', 'Molars'] as const
export type ToothKind = (typeof toothKinds)[number]
export const toothKindNames: Readonly<Record<ToothKind, LocalizedNames>> = {
  Incisors: { en: 'Incisors', fr: 'Incisives' },
  Canine: { en: 'Canine', fr: 'Canine' },
  'Wolf Tooth': { en: 'Wolf Tooth', fr: 'Dent de loup' },
  Premolars: { en: 'Premolars', fr: 'Prémolaires' },
  Molars: { en: 'Molars', fr: 'Molaires' },
}

export interface DentalRegion {
  /** The stored body part of a dental image, for example '104 - RU - Canine'. */
  readonly name: string
  readonly quadrant: Quadrant
  readonly kind: ToothKind
  readonly teeth: readonly number[]
}

type Jaw = Readonly<Partial<Record<ToothKind, readonly number[]>>>
interface Dentition {
  readonly upper: Jaw
  readonly lower: Jaw
}

const front = { Incisors: [1, 2, 3], Canine: [4] } as const
// A horse's first premolar is the wolf tooth: often missing, mostly removed, imaged separately.
const horseJaw: Jaw = {
  ...front,
  'Wolf Tooth': [5],
  Premolars: [6, 7, 8],
  Molars: [9, 10, 11],
}
const dentitions: Readonly<Record<Species, Dentition>> = {
  Canine: {
    upper: { ...front, Premolars: [5, 6, 7, 8], Molars: [9, 10] },
    lower: { ...front, Premolars: [5, 6, 7, 8], Molars: [9, 10, 11] },
  },
  Feline: {
    upper: { ...front, Premolars: [6, 7, 8], Molars: [9] },
    lower: { ...front, Premolars: [7, 8], Molars: [9] },
  },
  Equine: { upper: horseJaw, lower: horseJaw },
}

function createRegions({ upper, lower }: Dentition): readonly DentalRegion[] {
  return quadrants.flatMap((quadrant) => {
    const jaw = quadrant.endsWith('U') ? upper : lower
    return toothKinds.flatMap((kind) => {
      const positions = jaw[kind]
      if (!positions) return []
      const teeth = positions.map((place) => quadrantDigits[quadrant] * 100 + place)
      return [{ name: `${teeth.join(',')} - ${quadrant} - ${kind}`, quadrant, kind, teeth }]
    })
  })
}

/** The regions of a full mouth in the specified order: 16 of a dog or a cat, 20 of a horse. */
export const dentalRegions: Readonly<Record<Species, readonly DentalRegion[]>> = {
  Canine: createRegions(dentitions.Canine),
  Feline: createRegions(dentitions.Feline),
  Equine: createRegions(dentitions.Equine),
}

const regionsByName = new Map(
  Object.values(dentalRegions)
    .flat()
    .map((region) => [region.name, region]),
)

/** Finds the dental region of a stored body part, of one species or of any. */
export const findDentalRegion = (name: string, kind?: Species): DentalRegion | undefined =>
  kind ? dentalRegions[kind].find((region) => region.name === name) : regionsByName.get(name)

const quadrantOrder = '1423'
const getSortKey = (name: string) => {
  const digit = quadrantOrder.indexOf(name.charAt(0))
  // Names that are not teeth, such as an imported body part, come after the teeth.
  return name === '' || digit === -1 ? Infinity : digit * 1000 + Number.parseInt(name, 10)
}

/** Sorts region names by quadrant digit 1, 4, 2, 3, then by their first tooth. */
export function compareRegionNames(a: string, b: string): number {
  const [first, second] = [getSortKey(a), getSortKey(b)]
  return first === second ? 0 : first - second
}
