import { findDentalRegion, studyTypes } from '@talus/anatomy'

const typesByPart: Readonly<Record<string, readonly string[]>> = {
  Skull: ['Skull'],
  Cervical: ['Cervical Spine'],
  Chest: ['Thorax'],
  Abdomen: ['Abdomen'],
  Vertebrae: ['Thoracic Spine', 'Lumbar Spine'],
  'Sacral Vertebrae': ['Lumbosacral Spine'],
  'Caudal Vertebrae': ['Sacrum/Tail'],
  'Back Legs': ['Pelvis/Hips'],
}

/** Parts of one side, without the side. */
const typesByOneSidedPart: Readonly<Record<string, string>> = {
  Scapula: 'Shoulder',
  Forefoot: 'Front Foot (Metacarpus/Digits)',
  'Front Fetlock': 'Front Foot (Metacarpus/Digits)',
  'Navicular of Forelimb': 'Front Foot (Metacarpus/Digits)',
  'Hind Fetlock': 'Hind Foot (Metatarsus/Digits)',
}

const names: readonly string[] = studyTypes.map((type) => type.names.en)

function findTypes(bodyPart: string): readonly string[] {
  const known = typesByPart[bodyPart]
  if (known) return known
  if (findDentalRegion(bodyPart)) return ['Dental']
  const [, side, part = ''] = /^(Left|Right) (.+)$/u.exec(bodyPart) ?? []
  if (part === 'Hip') return ['Pelvis/Hips']
  return side === undefined ? [] : [`${side} ${typesByOneSidedPart[part] ?? part}`]
}

/** The study types of a case, guessed from the body parts of its images, in the order of the form. */
export function listImageStudyTypes(bodyParts: readonly string[]): readonly string[] {
  const found = new Set(bodyParts.flatMap(findTypes))
  return names.filter((name) => found.has(name))
}

/** Study types that no body part has alone, with the one whose images show them. */
const shownWith: Readonly<Record<string, string>> = {
  'Nasal Cavity/Sinuses': 'Skull',
  'Mandible/TMJ': 'Skull',
  'Tympanic Bullae': 'Skull',
  'Neck (Soft Tissue/Trachea)': 'Cervical Spine',
}

/**
 * The chosen study types that no image shows. An image of an unknown part may show any of them, so
 * that none is reported then.
 */
export function findTypesWithoutImage(
  chosenTypes: readonly string[],
  bodyParts: readonly string[],
): readonly string[] {
  const shown = bodyParts.map(findTypes)
  if (shown.some((types) => types.length === 0)) return []
  const found = new Set(shown.flat())
  return chosenTypes.filter((type) => !found.has(type) && !found.has(shownWith[type] ?? type))
}
