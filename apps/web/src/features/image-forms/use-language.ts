import type { Language } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'

/** The language of the user interface, for the names in packages/anatomy. */
export const useLanguage = (): Language => toLanguage(useTranslation().i18n.language)
