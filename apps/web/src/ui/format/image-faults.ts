import type { Image } from '@talus/contract'
import { overexposedShare } from '@talus/imaging/processing'
import type { TFunction } from 'i18next'

type FaultSource = Pick<Image, 'saturatedShare' | 'isIncomplete'>

export const isOverexposed = ({ saturatedShare }: Pick<Image, 'saturatedShare'>) =>
  saturatedShare !== null && saturatedShare >= overexposedShare

/** Formats the saturated share of an image that is overexposed. */
export const formatOverexposure = (t: TFunction, saturatedShare: number | null) =>
  t('common:image.overexposed', { percent: Math.round(100 * (saturatedShare ?? 0)) })

/** The faults of an image as texts, shown in red; empty for a good one. */
export const listImageFaults = (t: TFunction, image: FaultSource): readonly string[] => [
  ...(image.isIncomplete ? [t('common:image.incomplete')] : []),
  ...(isOverexposed(image) ? [formatOverexposure(t, image.saturatedShare)] : []),
]
