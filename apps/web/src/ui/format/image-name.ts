import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Language } from '@talus/contract'
import type { TFunction } from 'i18next'

/** The name of an image, never empty: an image without body part and view is "unnamed". */
export const getImageName = (
  t: TFunction,
  image: Pick<Image, 'bodyPart' | 'bodyPartView'>,
  language: Language,
): string => formatImageAnatomy(image, language) || t('common:image.unnamed')
