import type { Language } from '@talus/contract'
import { useTranslation } from 'react-i18next'

/** The language of the user interface, for the names in packages/anatomy. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'fr' ? 'fr' : 'en')
