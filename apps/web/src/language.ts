import { languageStorageKey, languages } from '@talus/contract'
import type { Language } from '@talus/contract'
import { loadScreens } from '@talus/i18n/load'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { lasting } from './browser-storage.ts'

const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

/** The person's own choice wins over the clinic's. */
export function chosenLanguage(): Language | undefined {
  const stored = lasting.read(languageStorageKey)
  return isLanguage(stored) ? stored : undefined
}

async function load(language: Language) {
  if (i18next.hasResourceBundle(language, 'common')) return
  const screens = await loadScreens(language)
  for (const [namespace, words] of Object.entries(screens))
    i18next.addResourceBundle(language, namespace, words)
}

export async function startLanguage() {
  const language = chosenLanguage() ?? 'en'
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await load(language)
  document.documentElement.lang = language
  i18next.on('languageChanged', (next) => {
    document.documentElement.lang = next
  })
}

async function switchTo(language: Language) {
  await load(language)
  await i18next.changeLanguage(language)
}

export async function chooseLanguage(language: Language) {
  lasting.write(languageStorageKey, language)
  await switchTo(language)
}

/** Speaks the clinic's language to somebody who has not chosen one. */
export async function suggestLanguage(language: Language) {
  if (chosenLanguage() === undefined && i18next.language !== language) await switchTo(language)
}
