import type { Language } from '@talus/contract/enumerations'
import { bodyParts, isBodyPart } from './body-parts.ts'
import { findHumanPart } from './human.ts'
import { findDentalRegion, quadrantNames, toothKindNames } from './teeth.ts'
import type { DentalRegion } from './teeth.ts'

interface ImageAnatomy {
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** `104 · Right upper, Canine` */
const formatDentalRegion = ({ teeth, quadrant, kind }: DentalRegion, language: Language) =>
  `${teeth.join(', ')} · ${quadrantNames[quadrant][language]}, ${toothKindNames[kind][language]}`

/**
 * Translates a stored body part; a name that another system or a user wrote is returned as it is.
 */
export function formatBodyPart(stored: string, language: Language): string {
  if (isBodyPart(stored)) return bodyParts[stored].names[language]
  const human = findHumanPart(stored)
  if (human) return human.names[language]
  const region = findDentalRegion(stored)
  return region ? formatDentalRegion(region, language) : stored
}

/** The name of an image: its body part and view, if they are known. */
export const formatImageAnatomy = (
  { bodyPart, bodyPartView }: ImageAnatomy,
  language: Language,
): string =>
  [formatBodyPart(bodyPart, language), bodyPartView.toUpperCase()].filter(Boolean).join(' ')
