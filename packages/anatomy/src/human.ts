import type { LocalizedNames, SnomedCode } from './localized-names.ts'

/** A body part of a person. Limbs name their side, as the joints of a horse do. */
export interface HumanBodyPart {
  /** The stored value. */
  readonly name: string
  readonly names: LocalizedNames
  /** Anatomic Region Sequence, DICOM CID 4031. */
  readonly code: SnomedCode
  /** Body Part Examined (0018,0015). */
  readonly bodyPartExamined: string
  readonly side: 'U' | 'L' | 'R'
}

const createPart = (
  en: string,
  fr: string,
  bodyPartExamined: string,
  value: string,
  meaning = en,
): HumanBodyPart => ({
  name: en,
  names: { en, fr },
  code: { value, meaning },
  bodyPartExamined,
  side: 'U',
})

export const humanTrunkParts: readonly HumanBodyPart[] = [
  createPart('Skull', 'Crâne', 'SKULL', '89546000'),
  createPart('Cervical Spine', 'Rachis cervical', 'CSPINE', '122494005', 'Cervical spine'),
  createPart('Chest', 'Thorax', 'CHEST', '816094009'),
  createPart('Thoracic Spine', 'Rachis thoracique', 'TSPINE', '122495006', 'Thoracic spine'),
  createPart('Abdomen', 'Abdomen', 'ABDOMEN', '818981001'),
  createPart('Lumbar Spine', 'Rachis lombaire', 'LSPINE', '122496007', 'Lumbar spine'),
  createPart('Pelvis', 'Bassin', 'PELVIS', '816092008'),
]

/** The French adjective agrees with its noun. */
type Gender = 'm' | 'f'
const sides = {
  R: { en: 'Right', m: 'droit', f: 'droite' },
  L: { en: 'Left', m: 'gauche', f: 'gauche' },
} as const

export interface HumanLimb {
  /** The name without a side, for the row of both buttons. */
  readonly names: LocalizedNames
  readonly R: HumanBodyPart
  readonly L: HumanBodyPart
}

function createLimb(gender: Gender, part: HumanBodyPart): HumanLimb {
  const createSide = (side: 'R' | 'L'): HumanBodyPart => {
    const en = `${sides[side].en} ${part.names.en}`
    return { ...part, side, name: en, names: { en, fr: `${part.names.fr} ${sides[side][gender]}` } }
  }
  return { names: part.names, R: createSide('R'), L: createSide('L') }
}

export const humanLimbs: readonly HumanLimb[] = [
  createLimb('f', createPart('Shoulder', 'Épaule', 'SHOULDER', '16982005')),
  createLimb('m', createPart('Elbow', 'Coude', 'ELBOW', '16953009', 'Elbow joint')),
  createLimb('m', createPart('Wrist', 'Poignet', 'WRIST', '74670003', 'Wrist joint')),
  createLimb('f', createPart('Hand', 'Main', 'HAND', '85562004')),
  createLimb('f', createPart('Hip', 'Hanche', 'HIP', '24136001', 'Hip joint')),
  createLimb('m', createPart('Knee', 'Genou', 'KNEE', '49076000', 'Knee joint')),
  createLimb('f', createPart('Ankle', 'Cheville', 'ANKLE', '70258002', 'Ankle joint')),
  createLimb('m', createPart('Foot', 'Pied', 'FOOT', '56459004')),
]

const humanParts = new Map(
  [...humanTrunkParts, ...humanLimbs.flatMap(({ R, L }) => [R, L])].map((part) => [
    part.name,
    part,
  ]),
)
export const findHumanPart = (name: string): HumanBodyPart | undefined => humanParts.get(name)

export const humanViews = ['AP', 'PA', 'LAT', 'OBL'] as const
export type HumanView = (typeof humanViews)[number]
export const humanViewNames: Readonly<Record<HumanView, LocalizedNames>> = {
  AP: { en: 'Anteroposterior', fr: 'Antéropostérieure' },
  PA: { en: 'Posteroanterior', fr: 'Postéroantérieure' },
  LAT: { en: 'Lateral', fr: 'Latérale' },
  OBL: { en: 'Oblique', fr: 'Oblique' },
}
export const isHumanView = (text: string): text is HumanView => Object.hasOwn(humanViewNames, text)
