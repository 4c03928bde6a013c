import { equineBackLegParts, equineFrontLegParts } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import type { BodyPart, EquineLegPart } from './body-parts.ts'
import type { Names } from './names.ts'
import { dentalRegions } from './teeth.ts'
import type { DentalRegion } from './teeth.ts'
import type { View } from './views.ts'

export interface ProtocolStep {
  readonly bodyPart: string
  /** Empty for teeth. */
  readonly bodyPartView: string
}

/** A named list of views that comes with the product. A clinic may change it, and have it back. */
export interface BuiltInProtocol {
  /** Stored where a clinic changed it: never renamed. */
  readonly key: string
  readonly names: Names
  readonly species: Species
  readonly modality: 'General' | 'Dental'
  readonly steps: readonly ProtocolStep[]
}

type General = Omit<BuiltInProtocol, 'species' | 'modality'>
const general = (
  key: string,
  en: string,
  fr: string,
  parts: readonly (readonly [BodyPart, ...View[]])[],
): General => ({
  key,
  names: { en, fr },
  steps: parts.flatMap(([bodyPart, ...views]) =>
    views.map((bodyPartView) => ({ bodyPart, bodyPartView })),
  ),
})

/**
 * The body parts are those of the map, which has no pelvis and no single joints: the hips are the
 * legs from below with the sacrum from the side. Both laterals of a chest are images of one step.
 */
const smallAnimal = (prefix: string): readonly General[] => [
  general(`${prefix}-thorax`, 'Thorax, 3 views', 'Thorax, 3 incidences', [
    ['Chest', 'LAT', 'VD', 'DV'],
  ]),
  general(`${prefix}-abdomen`, 'Abdomen, 2 views', 'Abdomen, 2 incidences', [
    ['Abdomen', 'LAT', 'VD'],
  ]),
  general(`${prefix}-met-check`, 'Metastasis check', 'Bilan d’extension', [
    ['Chest', 'LAT', 'VD', 'DV'],
    ['Abdomen', 'LAT', 'VD'],
  ]),
  general(`${prefix}-trauma`, 'Trauma survey', 'Bilan de traumatisme', [
    ['Chest', 'LAT', 'VD'],
    ['Abdomen', 'LAT', 'VD'],
    ['Vertebrae', 'LAT'],
    ['Back Legs', 'VD'],
  ]),
  general(`${prefix}-hips`, 'Hips', 'Hanches', [
    ['Back Legs', 'VD'],
    ['Sacral Vertebrae', 'LAT'],
  ]),
  general(`${prefix}-back-legs`, 'Stifle and back leg', 'Grasset et membre arrière', [
    ['Back Legs', 'LAT', 'VD'],
  ]),
  general(`${prefix}-front-legs`, 'Elbow and front leg', 'Coude et membre avant', [
    ['Front Legs', 'LAT', 'VD'],
  ]),
  general(`${prefix}-shoulder`, 'Shoulder', 'Épaule', [['Scapula', 'LAT', 'VD']]),
  general(`${prefix}-spine`, 'Spine', 'Colonne vertébrale', [
    ['Cervical', 'LAT', 'VD'],
    ['Vertebrae', 'LAT', 'VD'],
    ['Sacral Vertebrae', 'LAT', 'VD'],
  ]),
  general(`${prefix}-skull`, 'Skull', 'Crâne', [['Skull', 'LAT', 'DV', 'VD']]),
]

const around = ['LM', 'DP', 'DLMPO', 'DMPLO'] as const
type Joint = readonly [EquineLegPart, ...View[]]
const left = (part: EquineLegPart) => part.startsWith('Left ')
const joints = (name: string, ...views: readonly View[]): readonly Joint[] =>
  [...equineFrontLegParts, ...equineBackLegParts]
    .filter((part) => part.endsWith(name))
    .map((part): Joint => [part, ...views])
/** Leg by leg, as one walks around a horse. */
const leg = (isLeft: boolean, ...series: readonly (readonly Joint[])[]) =>
  series.flat().filter(([part]) => left(part) === isLeft)

const forefeet = joints('Forefoot', 'LM', 'DP', 'D65PR_PADIO')
const frontFetlocks = joints('Front Fetlock', ...around)
const hindFetlocks = joints('Hind Fetlock', ...around)
const tarsi = joints('Tarsus', ...around)
const fore = [
  forefeet,
  joints('Navicular of Forelimb', 'PA55PR_PADIO'),
  frontFetlocks,
  joints('Carpus', 'LM', 'DLMPO'),
]
const hind = [hindFetlocks, tarsi, joints('Stifle', 'LM', 'CD30L_CRMO')]

const horse: readonly General[] = [
  general('horse-pre-purchase', 'Pre-purchase examination', 'Visite d’achat', [
    ...leg(true, ...fore),
    ...leg(false, ...fore),
    ...leg(true, ...hind),
    ...leg(false, ...hind),
  ]),
  general('horse-forefeet', 'Forefeet', 'Pieds avant', forefeet),
  general(
    'horse-navicular',
    'Navicular bones',
    'Os naviculaires',
    joints('Navicular of Forelimb', 'LM', 'PA55PR_PADIO', 'D65PR_PADIO'),
  ),
  general('horse-front-fetlocks', 'Front fetlocks', 'Boulets avant', frontFetlocks),
  general('horse-hind-fetlocks', 'Hind fetlocks', 'Boulets arrière', hindFetlocks),
  general('horse-carpus', 'Carpi', 'Carpes', joints('Carpus', ...around)),
  general('horse-tarsus', 'Tarsi', 'Tarses', tarsi),
  general('horse-stifle', 'Stifles', 'Grassets', joints('Stifle', 'LM', 'PA', 'CD30L_CRMO')),
  general('horse-neck-back', 'Neck and back', 'Encolure et dos', [
    ['Cervical', 'LAT'],
    ['Vertebrae', 'LAT'],
  ]),
  general('horse-skull', 'Head', 'Tête', [['Skull', 'LAT', 'DV']]),
]

type Dental = General
const dental = (prefix: string, species: Species): readonly Dental[] => {
  const series = (
    key: string,
    en: string,
    fr: string,
    isOf: (region: DentalRegion) => boolean,
  ): Dental => ({
    key: `${prefix}-${key}`,
    names: { en, fr },
    steps: dentalRegions[species]
      .filter(isOf)
      .map(({ name }) => ({ bodyPart: name, bodyPartView: '' })),
  })
  return [
    series('full-mouth', 'Full mouth', 'Bouche complète', () => true),
    series('upper-teeth', 'Upper teeth', 'Dents du haut', ({ quadrant }) => quadrant.endsWith('U')),
    series('lower-teeth', 'Lower teeth', 'Dents du bas', ({ quadrant }) => quadrant.endsWith('L')),
  ]
}

const ofSpecies = (species: Species, prefix: string, views: readonly General[]) => [
  ...views.map((protocol) => ({ ...protocol, species, modality: 'General' as const })),
  ...dental(prefix, species).map((protocol) => ({
    ...protocol,
    species,
    modality: 'Dental' as const,
  })),
]

export const builtInProtocols: readonly BuiltInProtocol[] = [
  ...ofSpecies('Canine', 'dog', smallAnimal('dog')),
  ...ofSpecies('Feline', 'cat', smallAnimal('cat')),
  ...ofSpecies('Equine', 'horse', horse),
]
