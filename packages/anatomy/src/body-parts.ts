import {
  equineBackLegParts,
  equineFrontLegParts,
  generalBodyParts,
  scapulaParts,
  smallAnimalBackLegParts,
  smallAnimalFrontLegParts,
} from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import type { LocalizedNames, SnomedCode } from './localized-names.ts'

export type GeneralBodyPart = (typeof generalBodyParts)[number]
/** A part of a limb whose name includes the side. */
export type OneSidedPart =
  | (typeof equineFrontLegParts)[number]
  | (typeof equineBackLegParts)[number]
  | (typeof smallAnimalFrontLegParts)[number]
  | (typeof smallAnimalBackLegParts)[number]
  | (typeof scapulaParts)[number]
export type BodyPart = GeneralBodyPart | OneSidedPart
export type Side = 'L' | 'R'

/**
 * Image Laterality (0020,0062). Trunk parts are unpaired (U). The general leg parts do not name the
 * side: the user has to choose a part that does, and only a view from above shows both legs (B).
 */
export type PartLaterality = 'U' | 'L' | 'R' | 'to be chosen'
/** Decides between palmar and plantar in the DICOM name of a projection. */
export type Limb = 'front' | 'hind'

export interface BodyPartEntry {
  readonly names: LocalizedNames
  /** Anatomic Region Sequence, DICOM CID 7482 and 7483. */
  readonly code: SnomedCode
  /** Body Part Examined (0018,0015); for a horse's joints the standard has only human terms. */
  readonly bodyPartExamined: string
  readonly laterality: PartLaterality
  readonly limb: Limb | null
}

type Region = Omit<BodyPartEntry, 'laterality' | 'limb'>

const createRegion = (
  en: string,
  fr: string,
  bodyPartExamined: string,
  value: string,
  meaning: string,
): Region => ({ names: { en, fr }, code: { value, meaning }, bodyPartExamined })

const createUnpairedPart = (...values: Parameters<typeof createRegion>): BodyPartEntry => ({
  ...createRegion(...values),
  laterality: 'U',
  limb: null,
})

const createPairedPart = (limb: Limb | null, part: Region): BodyPartEntry => ({
  ...part,
  laterality: 'to be chosen',
  limb,
})

const feminineNouns: ReadonlySet<string> = new Set(['Scapula', 'Épaule', 'Hanche'])
const getFrenchSide = (side: Side, noun: string) => {
  if (side === 'L') return 'gauche'
  return feminineNouns.has(noun) ? 'droite' : 'droit'
}

const createOneSidedPart = (side: Side, limb: Limb, part: Region): BodyPartEntry => ({
  ...part,
  names: {
    en: `${side === 'L' ? 'Left' : 'Right'} ${part.names.en}`,
    fr: `${part.names.fr} ${getFrenchSide(side, part.names.fr)}`,
  },
  laterality: side,
  limb,
})

const general: Readonly<Record<GeneralBodyPart, BodyPartEntry>> = {
  Skull: createUnpairedPart('Skull', 'Crâne', 'SKULL', '89546000', 'Skull'),
  Cervical: createUnpairedPart('Cervical', 'Cervicales', 'CSPINE', '122494005', 'Cervical spine'),
  // CID 7482 has no scapula; the shoulder is its nearest region.
  Scapula: createPairedPart(
    null,
    createRegion('Scapula', 'Scapula', 'SCAPULA', '16982005', 'Shoulder'),
  ),
  Chest: createUnpairedPart('Chest', 'Thorax', 'CHEST', '816094009', 'Chest'),
  'Front Legs': createPairedPart(
    'front',
    createRegion('Front Legs', 'Membres avant', 'EXTREMITY', '42694008', 'All legs'),
  ),
  Abdomen: createUnpairedPart('Abdomen', 'Abdomen', 'ABDOMEN', '818981001', 'Abdomen'),
  'Back Legs': createPairedPart(
    'hind',
    createRegion('Back Legs', 'Membres arrière', 'EXTREMITY', '42694008', 'All legs'),
  ),
  Vertebrae: createUnpairedPart(
    'Vertebrae',
    'Vertèbres',
    'TLSPINE',
    '1217256009',
    'Thoraco-lumbar spine',
  ),
  'Sacral Vertebrae': createUnpairedPart(
    'Sacral Vertebrae',
    'Vertèbres sacrées',
    'SSPINE',
    '54735007',
    'Sacrum',
  ),
  'Caudal Vertebrae': createUnpairedPart(
    'Caudal Vertebrae',
    'Vertèbres caudales',
    'COCCYX',
    '18149002',
    'Coccygeal vertebrae',
  ),
}

const forefoot = createRegion('Forefoot', 'Pied avant', 'FOOT', '419176008', 'Forefoot')
const carpus = createRegion('Carpus', 'Carpe', 'WRIST', '8205005', 'Carpus')
const frontFetlock = createRegion(
  'Front Fetlock',
  'Boulet avant',
  'EXTREMITY',
  '13190002',
  'Fetlock of forelimb',
)
const navicular = createRegion(
  'Navicular of Forelimb',
  'Naviculaire avant',
  'FOOT',
  '30518006',
  'Navicular of forefoot',
)
// CID 7483 spells the meaning "Stiffle"; a reader matches the value.
const stifle = createRegion('Stifle', 'Grasset', 'KNEE', '116010006', 'Stifle')
const hindFetlock = createRegion(
  'Hind Fetlock',
  'Boulet arrière',
  'EXTREMITY',
  '113351006',
  'Fetlock of hindlimb',
)
const tarsus = createRegion('Tarsus', 'Tarse', 'ANKLE', '108371006', 'Tarsus')

// CID 7482 has neither a leg of one side nor a scapula: the laterality and the limb tell which one.
const frontLeg = createRegion('Front Leg', 'Membre avant', 'EXTREMITY', '42694008', 'All legs')
const backLeg = createRegion('Back Leg', 'Membre arrière', 'EXTREMITY', '42694008', 'All legs')
const scapula = createRegion('Scapula', 'Scapula', 'SCAPULA', '16982005', 'Shoulder')
const shoulder = createRegion('Shoulder', 'Épaule', 'SHOULDER', '16982005', 'Shoulder')
const elbow = createRegion('Elbow', 'Coude', 'ELBOW', '16953009', 'Elbow')
const hip = createRegion('Hip', 'Hanche', 'HIP', '24136001', 'Hip')

const oneSided: Readonly<Record<OneSidedPart, BodyPartEntry>> = {
  'Left Front Leg': createOneSidedPart('L', 'front', frontLeg),
  'Right Front Leg': createOneSidedPart('R', 'front', frontLeg),
  'Left Scapula': createOneSidedPart('L', 'front', scapula),
  'Right Scapula': createOneSidedPart('R', 'front', scapula),
  'Left Shoulder': createOneSidedPart('L', 'front', shoulder),
  'Right Shoulder': createOneSidedPart('R', 'front', shoulder),
  'Left Elbow': createOneSidedPart('L', 'front', elbow),
  'Right Elbow': createOneSidedPart('R', 'front', elbow),
  'Left Back Leg': createOneSidedPart('L', 'hind', backLeg),
  'Right Back Leg': createOneSidedPart('R', 'hind', backLeg),
  'Left Hip': createOneSidedPart('L', 'hind', hip),
  'Right Hip': createOneSidedPart('R', 'hind', hip),
  'Left Forefoot': createOneSidedPart('L', 'front', forefoot),
  'Right Forefoot': createOneSidedPart('R', 'front', forefoot),
  'Left Carpus': createOneSidedPart('L', 'front', carpus),
  'Right Carpus': createOneSidedPart('R', 'front', carpus),
  'Left Front Fetlock': createOneSidedPart('L', 'front', frontFetlock),
  'Right Front Fetlock': createOneSidedPart('R', 'front', frontFetlock),
  'Left Navicular of Forelimb': createOneSidedPart('L', 'front', navicular),
  'Right Navicular of Forelimb': createOneSidedPart('R', 'front', navicular),
  'Left Stifle': createOneSidedPart('L', 'hind', stifle),
  'Right Stifle': createOneSidedPart('R', 'hind', stifle),
  'Left Hind Fetlock': createOneSidedPart('L', 'hind', hindFetlock),
  'Right Hind Fetlock': createOneSidedPart('R', 'hind', hindFetlock),
  'Left Tarsus': createOneSidedPart('L', 'hind', tarsus),
  'Right Tarsus': createOneSidedPart('R', 'hind', tarsus),
}

export const bodyParts: Readonly<Record<BodyPart, BodyPartEntry>> = { ...general, ...oneSided }

/** Whether a text is a body part of any species. */
export const isBodyPart = (text: string): text is BodyPart => Object.hasOwn(bodyParts, text)

const wholeFrontLegs = ['Left Front Leg', 'Right Front Leg'] as const
const wholeBackLegs = ['Left Back Leg', 'Right Back Leg'] as const

/** The finer parts of a part of the map, which name the side: a leg is divided into its joints. */
export function getRefinements(kind: Species, part: GeneralBodyPart): readonly OneSidedPart[] {
  const isHorse = kind === 'Equine'
  switch (part) {
    case 'Scapula':
      return scapulaParts
    case 'Front Legs':
      return isHorse ? [...wholeFrontLegs, ...equineFrontLegParts] : smallAnimalFrontLegParts
    case 'Back Legs':
      return isHorse ? [...wholeBackLegs, ...equineBackLegParts] : smallAnimalBackLegParts
    default:
      return []
  }
}

/** All body parts of the species; the joints follow their leg. */
export const getBodyParts = (kind: Species): readonly BodyPart[] =>
  generalBodyParts.flatMap((part) => [part, ...getRefinements(kind, part)])

/** Whether a text is a body part of the species: a dog has no navicular bone on the map. */
export const isBodyPartOf = (kind: Species, text: string): text is BodyPart =>
  getBodyParts(kind).some((part) => part === text)

/** The same part on each side; `both` is the part of the map that shows both legs in one image. */
export interface SideVariants {
  readonly left: OneSidedPart
  readonly right: OneSidedPart
  readonly both: GeneralBodyPart | undefined
}

/** A pelvis shows both hips; other joints are never in one image with those of the other side. */
const partsOfBoth: Readonly<Record<string, GeneralBodyPart>> = {
  'Front Leg': 'Front Legs',
  'Back Leg': 'Back Legs',
  Scapula: 'Scapula',
  Hip: 'Back Legs',
}

/** Returns the sides of a part of a limb; undefined for the trunk. */
export function getSideVariants(kind: Species, part: BodyPart): SideVariants | undefined {
  if (bodyParts[part].laterality === 'U') return undefined
  const name = part.replace(/^(?:Left|Right) /u, '').replace(/ Legs$/u, ' Leg')
  const refined = getBodyParts(kind).filter((one): one is OneSidedPart => !isGeneralPart(one))
  const [left, right] = ['Left', 'Right'].map((side) =>
    refined.find((one) => one === `${side} ${name}`),
  )
  return left && right ? { left, right, both: partsOfBoth[name] } : undefined
}

const isGeneralPart = (part: BodyPart): part is GeneralBodyPart =>
  generalBodyParts.some((one) => one === part)
