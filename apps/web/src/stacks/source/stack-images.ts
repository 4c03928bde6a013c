import type { Image } from '@talus/contract'

/** Images of these modalities are slices; the viewer of radiographs shows the others. */
export const isStackImage = ({ modality }: Pick<Image, 'modality'>): boolean =>
  modality === 'CT' || modality === 'MR'

export const hasStacks = (images: readonly Pick<Image, 'modality'>[]): boolean =>
  images.some(isStackImage)
