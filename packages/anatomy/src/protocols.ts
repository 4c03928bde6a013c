import { equineBackLegParts, equineFrontLegParts } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import type { BodyPart } from './body-parts.ts'
import type { LocalizedNames } from './localized-names.ts'
import { dentalRegions } from './teeth.ts'
import type { DentalRegion } from './teeth.ts'
import type { View } from './views.ts'

export interface ProtocolStep {
  readonly bodyPart: string
  /** Empty for teeth. */
  readonly bodyPartView: string
}

/** A named list of views that is part of the product. A clinic may change it and restore it. */
export interface BuiltInProtocol {
  /** Stored for a protocol that a clinic has changed, so it must never be renamed. */
  readonly key: string
  readonly names: LocalizedNames
  readonly species: Species
  readonly modality: 'General' | 'Dental'
  readonly steps: readonly ProtocolStep[]
}

type ProtocolDefinition = Omit<BuiltInProtocol, 'species' | 'modality'>
const createProtocol = (
  key: string,
  en: string,
  fr: string,
  parts: readonly (readonly [BodyPart, ...View[]])[],
): ProtocolDefinition => ({
  key,
  names: { en, fr },
  steps: parts.flatMap(([bodyPart, ...views]) =>
    views.map((bodyPartView) => ({ bodyPart, bodyPartView })),
  ),
})

/** Both sides of a joint, because the sound side is the comparison for the lame one. */
const bothSides = (joint: SmallAnimalJoint, ...views: readonly View[]) =>
  [
    [`Left ${joint}`, ...views],
    [`Right ${joint}`, ...views],
  ] as const
type SmallAnimalJoint = 'Shoulder' | 'Elbow' | 'Carpus' | 'Stifle' | 'Tarsus'

/** The hips are a VD of both back legs and a lateral of the sacrum. */
const createSmallAnimalProtocols = (prefix: string): readonly ProtocolDefinition[] => [
  createProtocol(`${prefix}-thorax`, 'Thorax, 3 views', 'Thorax, 3 incidences', [
    ['Chest', 'RLAT', 'LLAT', 'VD'],
  ]),
  createProtocol(`${prefix}-abdomen`, 'Abdomen, 2 views', 'Abdomen, 2 incidences', [
    ['Abdomen', 'RLAT', 'VD'],
  ]),
  createProtocol(`${prefix}-met-check`, 'Metastasis check', 'Bilan d’extension', [
    ['Chest', 'RLAT', 'LLAT', 'VD'],
    ['Abdomen', 'RLAT', 'VD'],
  ]),
  createProtocol(`${prefix}-trauma`, 'Trauma survey', 'Bilan de traumatisme', [
    ['Chest', 'RLAT', 'VD'],
    ['Abdomen', 'RLAT', 'VD'],
    ['Vertebrae', 'RLAT'],
    ['Back Legs', 'VD'],
  ]),
  createProtocol(`${prefix}-hips`, 'Hips', 'Hanches', [
    ['Back Legs', 'VD'],
    ['Sacral Vertebrae', 'RLAT'],
  ]),
  createProtocol(`${prefix}-left-stifle`, 'Left stifle', 'Grasset gauche', [
    ['Left Stifle', 'ML', 'CDCR'],
  ]),
  createProtocol(`${prefix}-right-stifle`, 'Right stifle', 'Grasset droit', [
    ['Right Stifle', 'ML', 'CDCR'],
  ]),
  createProtocol(`${prefix}-back-legs`, 'Both stifles', 'Les deux grassets', [
    ...bothSides('Stifle', 'ML', 'CDCR'),
  ]),
  createProtocol(`${prefix}-tarsi`, 'Both tarsi', 'Les deux tarses', [
    ...bothSides('Tarsus', 'ML', 'DP'),
  ]),
  createProtocol(`${prefix}-left-elbow`, 'Left elbow', 'Coude gauche', [
    ['Left Elbow', 'ML', 'CRCD'],
  ]),
  createProtocol(`${prefix}-right-elbow`, 'Right elbow', 'Coude droit', [
    ['Right Elbow', 'ML', 'CRCD'],
  ]),
  createProtocol(`${prefix}-front-legs`, 'Both elbows', 'Les deux coudes', [
    ...bothSides('Elbow', 'ML', 'CRCD'),
  ]),
  createProtocol(`${prefix}-carpi`, 'Both carpi', 'Les deux carpes', [
    ...bothSides('Carpus', 'ML', 'DP'),
  ]),
  createProtocol(`${prefix}-shoulder`, 'Both shoulders', 'Les deux épaules', [
    ...bothSides('Shoulder', 'ML', 'CDCR'),
  ]),
  createProtocol(`${prefix}-spine`, 'Spine', 'Colonne vertébrale', [
    ['Cervical', 'RLAT', 'VD'],
    ['Vertebrae', 'RLAT', 'VD'],
    ['Sacral Vertebrae', 'RLAT', 'VD'],
  ]),
  createProtocol(`${prefix}-skull`, 'Skull', 'Crâne', [['Skull', 'RLAT', 'DV', 'VD']]),
]

type EquineLegPart = (typeof equineFrontLegParts)[number] | (typeof equineBackLegParts)[number]
const around = ['LM', 'DP', 'DLMPO', 'DMPLO'] as const
type Joint = readonly [EquineLegPart, ...View[]]
const isLeftPart = (part: EquineLegPart) => part.startsWith('Left ')
const getJoints = (name: string, ...views: readonly View[]): readonly Joint[] =>
  [...equineFrontLegParts, ...equineBackLegParts]
    .filter((part) => part.endsWith(name))
    .map((part): Joint => [part, ...views])
/** The joints of one side, because a horse is imaged leg by leg. */
const filterBySide = (isLeft: boolean, ...createSeries: readonly (readonly Joint[])[]) =>
  createSeries.flat().filter(([part]) => isLeftPart(part) === isLeft)

const forefeet = getJoints('Forefoot', 'LM', 'DP', 'D65PR_PADIO')
const frontFetlocks = getJoints('Front Fetlock', ...around)
const hindFetlocks = getJoints('Hind Fetlock', ...around)
const tarsi = getJoints('Tarsus', ...around)
const frontLegJoints = [
  forefeet,
  getJoints('Navicular of Forelimb', 'PA55PR_PADIO'),
  frontFetlocks,
  getJoints('Carpus', 'LM', 'DLMPO'),
]
const hindLegJoints = [hindFetlocks, tarsi, getJoints('Stifle', 'LM', 'CD30L_CRMO')]

const horseProtocols: readonly ProtocolDefinition[] = [
  createProtocol('horse-pre-purchase', 'Pre-purchase examination', 'Visite d’achat', [
    ...filterBySide(true, ...frontLegJoints),
    ...filterBySide(false, ...frontLegJoints),
    ...filterBySide(true, ...hindLegJoints),
    ...filterBySide(false, ...hindLegJoints),
  ]),
  createProtocol('horse-forefeet', 'Forefeet', 'Pieds avant', forefeet),
  createProtocol(
    'horse-navicular',
    'Navicular bones',
    'Os naviculaires',
    getJoints('Navicular of Forelimb', 'LM', 'PA55PR_PADIO', 'D65PR_PADIO'),
  ),
  createProtocol('horse-front-fetlocks', 'Front fetlocks', 'Boulets avant', frontFetlocks),
  createProtocol('horse-hind-fetlocks', 'Hind fetlocks', 'Boulets arrière', hindFetlocks),
  createProtocol('horse-carpus', 'Carpi', 'Carpes', getJoints('Carpus', ...around)),
  createProtocol('horse-tarsus', 'Tarsi', 'Tarses', tarsi),
  createProtocol(
    'horse-stifle',
    'Stifles',
    'Grassets',
    getJoints('Stifle', 'LM', 'PA', 'CD30L_CRMO'),
  ),
  createProtocol('horse-neck-back', 'Neck and back', 'Encolure et dos', [
    ['Cervical', 'RLAT'],
    ['Vertebrae', 'RLAT'],
  ]),
  createProtocol('horse-skull', 'Head', 'Tête', [['Skull', 'RLAT', 'LLAT', 'DV']]),
]

type Dental = ProtocolDefinition
const createDentalProtocols = (prefix: string, species: Species): readonly Dental[] => {
  const createSeries = (
    key: string,
    en: string,
    fr: string,
    isIncluded: (region: DentalRegion) => boolean,
  ): Dental => ({
    key: `${prefix}-${key}`,
    names: { en, fr },
    steps: dentalRegions[species]
      .filter(isIncluded)
      .map(({ name }) => ({ bodyPart: name, bodyPartView: '' })),
  })
  return [
    createSeries('full-mouth', 'Full mouth', 'Bouche complète', () => true),
    createSeries('upper-teeth', 'Upper teeth', 'Dents du haut', ({ quadrant }) =>
      quadrant.endsWith('U'),
    ),
    createSeries('lower-teeth', 'Lower teeth', 'Dents du bas', ({ quadrant }) =>
      quadrant.endsWith('L'),
    ),
  ]
}

const createSpeciesProtocols = (
  species: Species,
  prefix: string,
  views: readonly ProtocolDefinition[],
) => [
  ...views.map((protocol) => ({ ...protocol, species, modality: 'General' as const })),
  ...createDentalProtocols(prefix, species).map((protocol) => ({
    ...protocol,
    species,
    modality: 'Dental' as const,
  })),
]

export const builtInProtocols: readonly BuiltInProtocol[] = [
  ...createSpeciesProtocols('Canine', 'dog', createSmallAnimalProtocols('dog')),
  ...createSpeciesProtocols('Feline', 'cat', createSmallAnimalProtocols('cat')),
  ...createSpeciesProtocols('Equine', 'horse', horseProtocols),
]
