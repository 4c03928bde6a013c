import { equineViews, smallAnimalViews } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import { bodyParts } from './body-parts.ts'
import type { BodyPart, EquineLegPart, GeneralBodyPart } from './body-parts.ts'
import type { LocalizedNames, SnomedCode } from './localized-names.ts'

export type View = (typeof equineViews)[number]

/** The long name for a tooltip: the side where the beam enters, then the side where it exits. */
export const viewNames: Readonly<Record<View, LocalizedNames>> = {
  VD: { en: 'Ventrodorsal', fr: 'Ventrodorsale' },
  DV: { en: 'Dorsoventral', fr: 'Dorsoventrale' },
  LAT: { en: 'Lateral', fr: 'Latérale' },
  LM: { en: 'Lateromedial', fr: 'Latéromédiale' },
  DLMPO: {
    en: 'Dorsolateral-palmaromedial or -plantaromedial oblique',
    fr: 'Oblique dorsolatérale-palmaromédiale ou -plantaromédiale',
  },
  DMPLO: {
    en: 'Dorsomedial-palmarolateral or -plantarolateral oblique',
    fr: 'Oblique dorsomédiale-palmarolatérale ou -plantarolatérale',
  },
  DP: { en: 'Dorsopalmar or dorsoplantar', fr: 'Dorsopalmaire ou dorsoplantaire' },
  PA: { en: 'Caudocranial', fr: 'Caudocrâniale' },
  PA55PR_PADIO: {
    en: 'Palmar 55° proximal-palmarodistal oblique (skyline)',
    fr: 'Oblique palmaire 55° proximale-palmarodistale (skyline)',
  },
  D65PR_PADIO: {
    en: 'Dorsal 65° proximal-palmarodistal oblique (upright pedal)',
    fr: 'Oblique dorsale 65° proximale-palmarodistale (pied debout)',
  },
  CD30L_CRMO: {
    en: 'Caudal 30° lateral-craniomedial oblique',
    fr: 'Oblique caudale 30° latérale-crâniomédiale',
  },
}

export const isView = (text: string): text is View => Object.hasOwn(viewNames, text)

export interface DicomView {
  /** View Position (0018,5101): Smallwood's abbreviation in capitals, hyphens as underscores. */
  readonly viewPosition: string
  /** View Code Sequence, DICOM CID 7484; null if the set has no exact code. */
  readonly code: SnomedCode | null
}

const createDicomView = (viewPosition: string, value: string, meaning: string): DicomView => ({
  viewPosition,
  code: { value, meaning },
})

const mediolateral = createDicomView('ML', '399260004', 'medial-lateral')

/** By the side that the beam enters: a lateral of the trunk has no DICOM name without it. */
const laterals = {
  left: createDicomView('LE_RTL', '399198007', 'Left-right lateral'),
  right: createDicomView('RT_LEL', '399173006', 'Right-left lateral'),
} as const
export type BeamSide = keyof typeof laterals

const byLimb = {
  DLMPO: {
    front: createDicomView('DL_PAMO', '442657000', 'Dorsolateral-palmaromedial oblique'),
    hind: createDicomView('DL_PLMO', '442610001', 'Dorsolateral-plantaromedial oblique'),
  },
  DMPLO: {
    front: createDicomView('DM_PALO', '442729001', 'Dorsomedial-palmarolateral oblique'),
    hind: createDicomView('DM_PLLO', '442611002', 'Dorsomedial-plantarolateral oblique'),
  },
  DP: {
    front: createDicomView('DPA', '441505008', 'Dorso-palmar'),
    hind: createDicomView('DPL', '399335002', 'Dorso-plantar'),
  },
} as const

const fixed = {
  VD: createDicomView('VD', '442441009', 'Ventro-dorsal'),
  DV: createDicomView('DV', '441672003', 'Dorso-ventral'),
  LM: createDicomView('LM', '399352003', 'Lateromedial'),
  PA55PR_PADIO: { viewPosition: 'PA55PR_PADIO', code: null },
  D65PR_PADIO: createDicomView(
    'D65PR_PADIO',
    '442609006',
    'Dorsal 65 proximal-palmarodistal oblique',
  ),
  CD30L_CRMO: { viewPosition: 'CD30L_CRMO', code: null },
} as const satisfies Partial<Record<View, DicomView>>

/** Posteroanterior is the old term; for a stifle it can only mean the caudocranial projection. */
const caudocranial = createDicomView('CDCR', '399196006', 'Caudocranial')

/**
 * The DICOM name of a view of a part. Undefined, so that the attributes are omitted, for a lateral
 * of the trunk without a known side and for a palmar view of a part that is not a limb.
 */
export function toDicomView(view: View, part: BodyPart, beam?: BeamSide): DicomView | undefined {
  const { limb } = bodyParts[part]
  switch (view) {
    case 'LAT':
      if (limb) return mediolateral
      return beam && laterals[beam]
    case 'DLMPO':
    case 'DMPLO':
    case 'DP':
      return limb ? byLimb[view][limb] : undefined
    case 'PA':
      return part === 'Left Stifle' || part === 'Right Stifle' ? caudocranial : undefined
    default:
      return fixed[view]
  }
}

const smallAnimal: Readonly<Record<GeneralBodyPart, readonly View[]>> = {
  Skull: ['LAT', 'VD', 'DV'],
  Cervical: ['LAT', 'VD'],
  Scapula: ['LAT', 'VD'],
  Chest: ['LAT', 'VD', 'DV'],
  'Front Legs': ['LAT', 'VD', 'DV'],
  Abdomen: ['LAT', 'VD'],
  'Back Legs': ['LAT', 'VD'],
  Vertebrae: ['LAT', 'VD'],
  'Sacral Vertebrae': ['LAT', 'VD'],
  'Caudal Vertebrae': ['LAT', 'VD'],
}

const aroundJoint: readonly View[] = ['LM', 'DP', 'DLMPO', 'DMPLO']
const foot: readonly View[] = ['LM', 'DP', 'D65PR_PADIO']
const navicular: readonly View[] = ['LM', 'PA55PR_PADIO', 'D65PR_PADIO']
const stifle: readonly View[] = ['LM', 'PA', 'CD30L_CRMO']

const horse: Readonly<Record<GeneralBodyPart | EquineLegPart, readonly View[]>> = {
  Skull: ['LAT', 'DV', 'VD'],
  // The ventrodorsal view is possible in foals and under anaesthesia.
  Cervical: ['LAT', 'VD'],
  Scapula: ['LAT'],
  Chest: ['LAT'],
  // The leg between the named joints, mostly the cannon bones: the views common to all joints.
  'Front Legs': aroundJoint,
  Abdomen: ['LAT'],
  'Back Legs': aroundJoint,
  Vertebrae: ['LAT'],
  'Sacral Vertebrae': ['LAT'],
  'Caudal Vertebrae': ['LAT'],
  'Left Forefoot': foot,
  'Right Forefoot': foot,
  'Left Carpus': aroundJoint,
  'Right Carpus': aroundJoint,
  'Left Front Fetlock': aroundJoint,
  'Right Front Fetlock': aroundJoint,
  'Left Navicular of Forelimb': navicular,
  'Right Navicular of Forelimb': navicular,
  'Left Stifle': stifle,
  'Right Stifle': stifle,
  'Left Hind Fetlock': aroundJoint,
  'Right Hind Fetlock': aroundJoint,
  'Left Tarsus': aroundJoint,
  'Right Tarsus': aroundJoint,
}

const views: Readonly<Record<Species, Partial<Record<BodyPart, readonly View[]>>>> = {
  Canine: smallAnimal,
  Feline: smallAnimal,
  Equine: horse,
}

/**
 * The usual views of a part, the most common first. Empty if the species does not have the part.
 */
export const getUsualViews = (kind: Species, part: BodyPart): readonly View[] =>
  views[kind][part] ?? []

/**
 * The views that the user can choose for a part: all views of the species, the usual ones of the
 * part first.
 */
export function getOfferedViews(kind: Species, part: BodyPart | undefined): readonly View[] {
  const usual = part ? getUsualViews(kind, part) : []
  const all: readonly View[] = kind === 'Equine' ? equineViews : smallAnimalViews
  return [...usual, ...all.filter((view) => !usual.includes(view))]
}
