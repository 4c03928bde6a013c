import { useStore } from '../../../store.ts'
import { createPriorImagesStore } from './prior-images.ts'
import type { PriorImagesStore } from './prior-images.ts'

/** Stays empty; used if there is no patient. */
const emptyPriorImages = createPriorImagesStore()

export const usePriorImages = (priorImages: PriorImagesStore | undefined) =>
  useStore(priorImages ?? emptyPriorImages)
