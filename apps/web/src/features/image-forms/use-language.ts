import type { Language } from '@talus/contract'
import { useTranslation } from 'react-i18next'

/** Of the screens, for names that packages/anatomy has. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'fr' ? 'fr' : 'en')
