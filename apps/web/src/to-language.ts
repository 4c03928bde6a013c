import type { Language } from '@talus/contract'

/** Converts the language of i18next to one in which packages/anatomy has names. */
export const toLanguage = (language: string): Language => (language === 'fr' ? 'fr' : 'en')
