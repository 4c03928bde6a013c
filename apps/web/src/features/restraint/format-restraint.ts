import type { Restraint } from '@talus/contract'
import type { TFunction } from 'i18next'

/** The holders and the sedation in one line, as the button and the lists show them. */
export const formatRestraint = (t: TFunction, { holders, isSedated }: Restraint): string =>
  [
    holders || (isSedated ? undefined : t('restraint:placeholder')),
    isSedated ? t('restraint:sedated') : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' · ')
