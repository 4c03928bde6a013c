import { bodyParts, dentalRegions, quadrantNames, toothKindNames } from '@talus/anatomy'
import type { BodyPart, DentalRegion } from '@talus/anatomy'
import type { Image, Language } from '@talus/contract'
import type { TFunction } from 'i18next'

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
export const imageWords = (
  { bodyPart, bodyPartView }: Pick<Image, 'bodyPart' | 'bodyPartView'>,
  language: Language,
) => [partWords(bodyPart, language), bodyPartView.toUpperCase()].filter(Boolean).join(' ')

/** Never empty: for what has to be called by something. */
export const imageName = (
  t: TFunction,
  image: Pick<Image, 'bodyPart' | 'bodyPartView'>,
  language: Language,
): string => imageWords(image, language) || t('common:image.unnamed')
