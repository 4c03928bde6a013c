import type { Image } from '@talus/contract'

/** Images of these modalities are slices; the viewer of radiographs shows the others. */
export const sliceModalities = ['CT', 'MR'] as const

export const isStackImage = ({ modality }: Pick<Image, 'modality'>): boolean =>
  sliceModalities.some((one) => one === modality)

export const hasStacks = (images: readonly Pick<Image, 'modality'>[]): boolean =>
  images.some(isStackImage)
