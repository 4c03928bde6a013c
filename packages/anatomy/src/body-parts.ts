import {
  equineBackLegParts,
  equineFrontLegParts,
  generalBodyParts,
} from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import type { Names, SnomedCode } from './names.ts'

export type GeneralBodyPart = (typeof generalBodyParts)[number]
export type EquineLegPart =
  | (typeof equineFrontLegParts)[number]
  | (typeof equineBackLegParts)[number]
export type BodyPart = GeneralBodyPart | EquineLegPart

/**
 * Image Laterality (0020,0062). Trunk parts are unpaired (U). Of a leg in general the side is not
 * in the part's name: whoever takes the image has to say it, and a VD of the hips shows both (B).
 */
export type PartLaterality = 'U' | 'L' | 'R' | 'to be chosen'
/** Palmar or plantar: the DICOM name of a projection depends on it. */
export type Limb = 'front' | 'hind'

export interface BodyPartEntry {
  readonly names: Names
  /** Anatomic Region Sequence, DICOM CID 7482 and 7483. */
  readonly code: SnomedCode
  /** Body Part Examined (0018,0015); the standard has human terms only for a horse's joints. */
  readonly bodyPartExamined: string
  readonly laterality: PartLaterality
  readonly limb: Limb | null
}

type Region = Omit<BodyPartEntry, 'laterality' | 'limb'>

const region = (
  en: string,
  fr: string,
  bodyPartExamined: string,
  value: string,
  meaning: string,
): Region => ({ names: { en, fr }, code: { value, meaning }, bodyPartExamined })

const unpaired = (...words: Parameters<typeof region>): BodyPartEntry => ({
  ...region(...words),
  laterality: 'U',
  limb: null,
})

const eitherSide = (limb: Limb | null, part: Region): BodyPartEntry => ({
  ...part,
  laterality: 'to be chosen',
  limb,
})

const oneSided = (side: 'L' | 'R', limb: Limb, part: Region): BodyPartEntry => ({
  ...part,
  names: {
    en: `${side === 'L' ? 'Left' : 'Right'} ${part.names.en}`,
    // Every one of these nouns is masculine in French.
    fr: `${part.names.fr} ${side === 'L' ? 'gauche' : 'droit'}`,
  },
  laterality: side,
  limb,
})

const general: Readonly<Record<GeneralBodyPart, BodyPartEntry>> = {
  Skull: unpaired('Skull', 'Crâne', 'SKULL', '89546000', 'Skull'),
  Cervical: unpaired('Cervical', 'Cervicales', 'CSPINE', '122494005', 'Cervical spine'),
  // The animal set has no scapula; the shoulder is the nearest region that it has.
  Scapula: eitherSide(null, region('Scapula', 'Scapula', 'SCAPULA', '16982005', 'Shoulder')),
  Chest: unpaired('Chest', 'Thorax', 'CHEST', '816094009', 'Chest'),
  'Front Legs': eitherSide(
    'front',
    region('Front Legs', 'Membres avant', 'EXTREMITY', '42694008', 'All legs'),
  ),
  Abdomen: unpaired('Abdomen', 'Abdomen', 'ABDOMEN', '818981001', 'Abdomen'),
  'Back Legs': eitherSide(
    'hind',
    region('Back Legs', 'Membres arrière', 'EXTREMITY', '42694008', 'All legs'),
  ),
  Vertebrae: unpaired('Vertebrae', 'Vertèbres', 'TLSPINE', '1217256009', 'Thoraco-lumbar spine'),
  'Sacral Vertebrae': unpaired(
    'Sacral Vertebrae',
    'Vertèbres sacrées',
    'SSPINE',
    '54735007',
    'Sacrum',
  ),
  'Caudal Vertebrae': unpaired(
    'Caudal Vertebrae',
    'Vertèbres caudales',
    'COCCYX',
    '18149002',
    'Coccygeal vertebrae',
  ),
}

const forefoot = region('Forefoot', 'Pied avant', 'FOOT', '419176008', 'Forefoot')
const carpus = region('Carpus', 'Carpe', 'WRIST', '8205005', 'Carpus')
const frontFetlock = region(
  'Front Fetlock',
  'Boulet avant',
  'EXTREMITY',
  '13190002',
  'Fetlock of forelimb',
)
const navicular = region(
  'Navicular of Forelimb',
  'Naviculaire avant',
  'FOOT',
  '30518006',
  'Navicular of forefoot',
)
// CID 7483 spells the meaning "Stiffle"; a reader matches the value.
const stifle = region('Stifle', 'Grasset', 'KNEE', '116010006', 'Stifle')
const hindFetlock = region(
  'Hind Fetlock',
  'Boulet arrière',
  'EXTREMITY',
  '113351006',
  'Fetlock of hindlimb',
)
const tarsus = region('Tarsus', 'Tarse', 'ANKLE', '108371006', 'Tarsus')

const equineLegs: Readonly<Record<EquineLegPart, BodyPartEntry>> = {
  'Left Forefoot': oneSided('L', 'front', forefoot),
  'Right Forefoot': oneSided('R', 'front', forefoot),
  'Left Carpus': oneSided('L', 'front', carpus),
  'Right Carpus': oneSided('R', 'front', carpus),
  'Left Front Fetlock': oneSided('L', 'front', frontFetlock),
  'Right Front Fetlock': oneSided('R', 'front', frontFetlock),
  'Left Navicular of Forelimb': oneSided('L', 'front', navicular),
  'Right Navicular of Forelimb': oneSided('R', 'front', navicular),
  'Left Stifle': oneSided('L', 'hind', stifle),
  'Right Stifle': oneSided('R', 'hind', stifle),
  'Left Hind Fetlock': oneSided('L', 'hind', hindFetlock),
  'Right Hind Fetlock': oneSided('R', 'hind', hindFetlock),
  'Left Tarsus': oneSided('L', 'hind', tarsus),
  'Right Tarsus': oneSided('R', 'hind', tarsus),
}

export const bodyParts: Readonly<Record<BodyPart, BodyPartEntry>> = { ...general, ...equineLegs }

/** What a part of the map opens into: a horse's legs are named joint by joint. */
export function refinementsOf(kind: Species, part: GeneralBodyPart): readonly EquineLegPart[] {
  if (kind !== 'Equine') return []
  if (part === 'Front Legs') return equineFrontLegParts
  return part === 'Back Legs' ? equineBackLegParts : []
}

/** Every part that an image of the species can be given, the refined ones after their own leg. */
export const bodyPartsOf = (kind: Species): readonly BodyPart[] =>
  generalBodyParts.flatMap((part) => [part, ...refinementsOf(kind, part)])
