import type { screens } from './screens-en.ts'

/** The words of the screens, one language at a time: a browser fetches only the one it shows. */
const loaders = {
  en: () => import('./screens-en.ts'),
  fr: () => import('./screens-fr.ts'),
}

export type ScreenLanguage = keyof typeof loaders
/** The keys there are; English is the one that the types are made from. */
export type Screens = typeof screens

export const loadScreens = async (language: ScreenLanguage) => (await loaders[language]()).screens
