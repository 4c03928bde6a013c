import type { Language } from '@talus/contract'
import type { LocalizedNames } from './localized-names.ts'

export const studyTypeGroups = ['Extremities', 'Head', 'Spine', 'Thorax and trunk'] as const
export type StudyTypeGroup = (typeof studyTypeGroups)[number]

export const studyTypeGroupNames: Readonly<Record<StudyTypeGroup, LocalizedNames>> = {
  Extremities: { en: 'Extremities', fr: 'Membres' },
  Head: { en: 'Head', fr: 'Tête' },
  Spine: { en: 'Spine', fr: 'Colonne vertébrale' },
  'Thorax and trunk': { en: 'Thorax and trunk', fr: 'Thorax et tronc' },
}

export interface StudyType {
  readonly names: LocalizedNames
  readonly group: StudyTypeGroup
}

const createGroup = (
  group: StudyTypeGroup,
  pairs: readonly (readonly [en: string, fr: string])[],
) => pairs.map(([en, fr]): StudyType => ({ names: { en, fr }, group }))

/** The regions of a teleradiology case, in the order of the form. */
export const studyTypes: readonly StudyType[] = [
  ...createGroup('Extremities', [
    ['Left Shoulder', 'Épaule gauche'],
    ['Right Shoulder', 'Épaule droite'],
    ['Left Humerus', 'Humérus gauche'],
    ['Right Humerus', 'Humérus droit'],
    ['Left Elbow', 'Coude gauche'],
    ['Right Elbow', 'Coude droit'],
    ['Left Radius/Ulna', 'Radius/Ulna gauche'],
    ['Right Radius/Ulna', 'Radius/Ulna droit'],
    ['Left Carpus', 'Carpe gauche'],
    ['Right Carpus', 'Carpe droit'],
    ['Left Front Foot (Metacarpus/Digits)', 'Pied avant gauche (métacarpe/doigts)'],
    ['Right Front Foot (Metacarpus/Digits)', 'Pied avant droit (métacarpe/doigts)'],
    ['Pelvis/Hips', 'Bassin/Hanches'],
    ['Left Femur', 'Fémur gauche'],
    ['Right Femur', 'Fémur droit'],
    ['Left Stifle', 'Grasset gauche'],
    ['Right Stifle', 'Grasset droit'],
    ['Left Tibia/Fibula', 'Tibia/Fibula gauche'],
    ['Right Tibia/Fibula', 'Tibia/Fibula droit'],
    ['Left Tarsus', 'Tarse gauche'],
    ['Right Tarsus', 'Tarse droit'],
    ['Left Hind Foot (Metatarsus/Digits)', 'Pied arrière gauche (métatarse/doigts)'],
    ['Right Hind Foot (Metatarsus/Digits)', 'Pied arrière droit (métatarse/doigts)'],
  ]),
  ...createGroup('Head', [
    ['Skull', 'Crâne'],
    ['Nasal Cavity/Sinuses', 'Cavités nasales/Sinus'],
    ['Mandible/TMJ', 'Mandibule/ATM'],
    ['Tympanic Bullae', 'Bulles tympaniques'],
    ['Dental', 'Dentaire'],
  ]),
  ...createGroup('Spine', [
    ['Cervical Spine', 'Colonne cervicale'],
    ['Thoracic Spine', 'Colonne thoracique'],
    ['Lumbar Spine', 'Colonne lombaire'],
    ['Lumbosacral Spine', 'Colonne lombosacrée'],
    ['Sacrum/Tail', 'Sacrum/Queue'],
  ]),
  ...createGroup('Thorax and trunk', [
    ['Thorax', 'Thorax'],
    ['Neck (Soft Tissue/Trachea)', 'Cou (tissus mous/trachée)'],
    ['Abdomen', 'Abdomen'],
  ]),
]

/**
 * A case stores its study types as one text of English names. No name contains the separator, so
 * that the text can be split again.
 */
export const studyTypeSeparator = ', '

/** The stored study types in a language; a name that is not in the list stays as it is. */
export function formatStudyTypes(stored: string, language: Language): string {
  const names = new Map(studyTypes.map((type) => [type.names.en, type.names[language]]))
  return stored
    .split(studyTypeSeparator)
    .filter(Boolean)
    .map((name) => names.get(name) ?? name)
    .join(studyTypeSeparator)
}
