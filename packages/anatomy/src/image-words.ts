import type { Language } from '@talus/contract/enumerations'
import { bodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import { dentalRegions, quadrantNames, toothKindNames } from './teeth.ts'
import type { DentalRegion } from './teeth.ts'

interface Shown {
  readonly bodyPart: string
  readonly bodyPartView: string
}

const regions = new Map(
  Object.values(dentalRegions)
    .flat()
    .map((region) => [region.name, region]),
)

const isBodyPart = (text: string): text is BodyPart => Object.hasOwn(bodyParts, text)

/** `104 · Right upper, Canine` */
const regionWords = ({ teeth, quadrant, kind }: DentalRegion, language: Language) =>
  `${teeth.join(', ')} · ${quadrantNames[quadrant][language]}, ${toothKindNames[kind][language]}`

/** What is stored is a key; other systems and people write what they like, and see it again. */
export function partWords(stored: string, language: Language): string {
  if (isBodyPart(stored)) return bodyParts[stored].names[language]
  const region = regions.get(stored)
  return region ? regionWords(region, language) : stored
}

/** What an image shows, as far as anybody has said it. */
export const imageWords = ({ bodyPart, bodyPartView }: Shown, language: Language): string =>
  [partWords(bodyPart, language), bodyPartView.toUpperCase()].filter(Boolean).join(' ')
