import { isLanguage } from '@talus/contract/enumerations'
import type { Language } from '@talus/contract'

/** Converts the language of i18next to a supported one. */
export const toLanguage = (language: string): Language => (isLanguage(language) ? language : 'en')
