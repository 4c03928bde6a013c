import { imageWords } from '@talus/anatomy'
import type { Image, Language } from '@talus/contract'
import type { TFunction } from 'i18next'

/** Never empty: for what has to be called by something. */
export const imageName = (
  t: TFunction,
  image: Pick<Image, 'bodyPart' | 'bodyPartView'>,
  language: Language,
): string => imageWords(image, language) || t('common:image.unnamed')
