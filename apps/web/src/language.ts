import { isLanguage, languageStorageKey, lastLanguageStorageKey } from '@talus/contract'
import type { Language } from '@talus/contract'
import { loadNamespace, loadScreens } from '@talus/i18n/load'
import type { LazyNamespace } from '@talus/i18n/load'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { persistentStorage } from './browser-storage.ts'

/** Converts the language of i18next to one in which packages/anatomy has names. */
export const toLanguage = (language: string): Language => (isLanguage(language) ? language : 'en')

/** Each language is named in itself, for users who cannot read the current one. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' }

/** The user's own choice, which takes precedence over the clinic's language. */
export function getChosenLanguage(): Language | undefined {
  const stored = persistentStorage.read(languageStorageKey)
  return isLanguage(stored) ? stored : undefined
}

/**
 * Before a sign-in the clinic is unknown: the language of the last one in this browser counts, and
 * on a new computer that of the browser.
 */
function getUsualLanguage(): Language | undefined {
  const last = persistentStorage.read(lastLanguageStorageKey)
  if (isLanguage(last)) return last
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
}

/** Namespaces requested so far; they are loaded again for every language that is chosen. */
const requestedNamespaces = new Set<LazyNamespace>()

/** Loads the texts of a screen in a language that need not be that of the page. */
export async function loadNamespaceIn(namespace: LazyNamespace, language: Language) {
  if (i18next.hasResourceBundle(language, namespace)) return
  i18next.addResourceBundle(language, namespace, await loadNamespace(namespace, language))
}

/** Loads the texts of the first page in a language that need not be that of the page. */
export async function loadScreensIn(language: Language) {
  if (i18next.hasResourceBundle(language, 'common')) return
  const screens = await loadScreens(language)
  for (const [namespace, texts] of Object.entries(screens))
    i18next.addResourceBundle(language, namespace, texts)
}

async function loadLanguage(language: Language) {
  await Promise.all(
    [...requestedNamespaces].map((namespace) => loadNamespaceIn(namespace, language)),
  )
  await loadScreensIn(language)
}

/** The language of the page, for code outside of components. */
export const getLanguage = (): Language => toLanguage(i18next.language)

/** Loads a namespace that is not part of the first page; components that need it wait for it. */
export async function requireNamespace(namespace: LazyNamespace) {
  requestedNamespaces.add(namespace)
  await loadNamespaceIn(namespace, getLanguage())
}

export const hasNamespace = (namespace: LazyNamespace) =>
  i18next.hasResourceBundle(getLanguage(), namespace)

const ready = Promise.withResolvers<undefined>()
/** Settled when the first texts are loaded: the loader of the first page may be earlier. */
export const languageReady = ready.promise

/** Before the sign-in the pages have the language of the browser, if there are texts in it. */
export async function startLanguage() {
  const language = getChosenLanguage() ?? getUsualLanguage() ?? 'en'
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await loadLanguage(language)
  ready.resolve(undefined)
  document.documentElement.lang = language
  i18next.on('languageChanged', (next) => {
    document.documentElement.lang = next
  })
}

async function switchTo(language: Language) {
  await loadLanguage(language)
  await i18next.changeLanguage(language)
}

export async function chooseLanguage(language: Language) {
  persistentStorage.write(languageStorageKey, language)
  await switchTo(language)
}

/** Switches to the clinic's language if the user has not chosen one. */
export async function suggestLanguage(language: Language) {
  persistentStorage.write(lastLanguageStorageKey, language)
  if (getChosenLanguage() === undefined && i18next.language !== language) await switchTo(language)
}
