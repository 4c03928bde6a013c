import { listUnprintable } from '@talus/report/check'
import type { TFunction } from 'i18next'

/** The error that names the characters which the PDF of the report would print as white squares. */
export const nameUnprintable = (t: TFunction, characters: readonly string[]): string | undefined =>
  characters.length === 0
    ? undefined
    : t('errors:field/unprintable', { characters: characters.join(' ') })

/** The error of a text with such characters; undefined for other texts. */
export const getUnprintableError = (t: TFunction, text: string): string | undefined =>
  nameUnprintable(t, listUnprintable(text))
