import { languageStorageKey, languages } from '@talus/contract'
import type { Language } from '@talus/contract'
import { loadLaterWords, loadScreens } from '@talus/i18n/load'
import type { LaterWords } from '@talus/i18n/load'
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

/** Asked for once in this visit; from then on they come with every language. */
const wanted = new Set<LaterWords>()

async function loadLater(namespace: LaterWords, language: Language) {
  if (i18next.hasResourceBundle(language, namespace)) return
  i18next.addResourceBundle(language, namespace, await loadLaterWords(namespace, language))
}

async function load(language: Language) {
  await Promise.all([...wanted].map((namespace) => loadLater(namespace, language)))
  if (i18next.hasResourceBundle(language, 'common')) return
  const screens = await loadScreens(language)
  for (const [namespace, words] of Object.entries(screens))
    i18next.addResourceBundle(language, namespace, words)
}

const languageNow = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en')

/** Fetches words that are not those of the first page; nothing that needs them is shown before. */
export async function needWords(namespace: LaterWords) {
  wanted.add(namespace)
  await loadLater(namespace, languageNow())
}

export const hasWords = (namespace: LaterWords) =>
  i18next.hasResourceBundle(languageNow(), namespace)

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
