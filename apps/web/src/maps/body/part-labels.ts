import { bodyParts } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import type { TFunction } from 'i18next'
import { toLanguage } from '../../language.ts'

/** The name of a body part, and its accessible name, which includes the number of images. */
export function createPartLabels(t: TFunction, language: string) {
  const getName = (part: BodyPart) => bodyParts[part].names[toLanguage(language)]
  return {
    getName,
    getAccessibleName: (part: BodyPart, images: number) =>
      images > 0 ? t('maps:withImages', { name: getName(part), count: images }) : getName(part),
  }
}
