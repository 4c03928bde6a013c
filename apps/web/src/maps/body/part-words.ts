import { bodyParts } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import type { TFunction } from 'i18next'
import { languageOf } from '../canvas/language-of.ts'

/** What a body part is called, and what is said of it to those who do not see the map. */
export function partWords(t: TFunction, language: string) {
  const name = (part: BodyPart) => bodyParts[part].names[languageOf(language)]
  return {
    name,
    spoken: (part: BodyPart, images: number) =>
      images > 0 ? t('maps:withImages', { name: name(part), count: images }) : name(part),
  }
}
