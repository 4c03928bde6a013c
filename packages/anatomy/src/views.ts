import type { equineViews, sidedViews } from '@talus/contract/enumerations'
import { bodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import type { LocalizedNames, SnomedCode } from './localized-names.ts'

export type View = (typeof equineViews)[number] | (typeof sidedViews)[number]

/** The long name for a tooltip: the side where the beam enters, then the side where it exits. */
export const viewNames: Readonly<Record<View, LocalizedNames>> = {
  VD: { en: 'Ventrodorsal', fr: 'Ventrodorsale' },
  DV: { en: 'Dorsoventral', fr: 'Dorsoventrale' },
  LAT: { en: 'Lateral', fr: 'Latérale' },
  RLAT: {
    en: 'Right lateral: right side on the table or plate',
    fr: 'Latérale droite : côté droit contre la table ou la plaque',
  },
  LLAT: {
    en: 'Left lateral: left side on the table or plate',
    fr: 'Latérale gauche : côté gauche contre la table ou la plaque',
  },
  ML: { en: 'Mediolateral', fr: 'Médiolatérale' },
  CRCD: { en: 'Craniocaudal', fr: 'Crâniocaudale' },
  CDCR: { en: 'Caudocranial', fr: 'Caudocrâniale' },
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

/**
 * A lateral of the trunk is named by the side on the table; DICOM names it by the path of the beam,
 * which enters at the other side.
 */
const laterals = {
  RLAT: createDicomView('LE_RTL', '399198007', 'Left-right lateral'),
  LLAT: createDicomView('RT_LEL', '399173006', 'Right-left lateral'),
} as const

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

/** Posteroanterior is the old term; for a stifle it can only mean the caudocranial projection. */
const caudocranial = createDicomView('CDCR', '399196006', 'Caudocranial')

const fixed = {
  ...laterals,
  VD: createDicomView('VD', '442441009', 'Ventro-dorsal'),
  DV: createDicomView('DV', '441672003', 'Dorso-ventral'),
  LM: createDicomView('LM', '399352003', 'Lateromedial'),
  ML: mediolateral,
  CRCD: createDicomView('CRCD', '399162004', 'Cranio-caudal'),
  CDCR: caudocranial,
  PA55PR_PADIO: { viewPosition: 'PA55PR_PADIO', code: null },
  D65PR_PADIO: createDicomView(
    'D65PR_PADIO',
    '442609006',
    'Dorsal 65 proximal-palmarodistal oblique',
  ),
  CD30L_CRMO: { viewPosition: 'CD30L_CRMO', code: null },
} as const satisfies Partial<Record<View, DicomView>>

/**
 * The DICOM name of a view of a part. Undefined, so that the attributes are omitted, for a lateral
 * of the trunk without a side and for a palmar view of a part that is not a limb.
 */
export function toDicomView(view: View, part: BodyPart): DicomView | undefined {
  const { limb } = bodyParts[part]
  switch (view) {
    case 'LAT':
      return limb ? mediolateral : undefined
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
