import type { Language } from '@talus/contract'

/** Of the screens, for names that packages/anatomy has. */
export const languageOf = (language: string): Language => (language === 'fr' ? 'fr' : 'en')
