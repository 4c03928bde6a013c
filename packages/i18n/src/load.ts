import type capture from '../locales/en/capture.json'
import type devices from '../locales/en/devices.json'
import type imageForms from '../locales/en/imageForms.json'
import type maps from '../locales/en/maps.json'
import type measure from '../locales/en/measure.json'
import type protocols from '../locales/en/protocols.json'
import type restraint from '../locales/en/restraint.json'
import type viewer from '../locales/en/viewer.json'
import type viewerPanel from '../locales/en/viewerPanel.json'
import type { screens } from './screens-en.ts'

/** The words of the screens, one language at a time: a browser fetches only the one it shows. */
const loaders = {
  en: () => import('./screens-en.ts'),
  fr: () => import('./screens-fr.ts'),
}

/** The words of what is opened now and then: fetched with it, not with the first page. */
const laterLoaders = {
  capture: {
    en: () => import('../locales/en/capture.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/capture.json', { with: { type: 'json' } }),
  },
  devices: {
    en: () => import('../locales/en/devices.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/devices.json', { with: { type: 'json' } }),
  },
  imageForms: {
    en: () => import('../locales/en/imageForms.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/imageForms.json', { with: { type: 'json' } }),
  },
  maps: {
    en: () => import('../locales/en/maps.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/maps.json', { with: { type: 'json' } }),
  },
  measure: {
    en: () => import('../locales/en/measure.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/measure.json', { with: { type: 'json' } }),
  },
  protocols: {
    en: () => import('../locales/en/protocols.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/protocols.json', { with: { type: 'json' } }),
  },
  restraint: {
    en: () => import('../locales/en/restraint.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/restraint.json', { with: { type: 'json' } }),
  },
  viewer: {
    en: () => import('../locales/en/viewer.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/viewer.json', { with: { type: 'json' } }),
  },
  viewerPanel: {
    en: () => import('../locales/en/viewerPanel.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/viewerPanel.json', { with: { type: 'json' } }),
  },
}

export type ScreenLanguage = keyof typeof loaders
/** The keys there are; English is the one that the types are made from. */
export type Screens = typeof screens & {
  readonly capture: typeof capture
  readonly devices: typeof devices
  readonly imageForms: typeof imageForms
  readonly maps: typeof maps
  readonly measure: typeof measure
  readonly protocols: typeof protocols
  readonly restraint: typeof restraint
  readonly viewer: typeof viewer
  readonly viewerPanel: typeof viewerPanel
}
export type LaterWords = keyof typeof laterLoaders

export const loadScreens = async (language: ScreenLanguage) => (await loaders[language]()).screens
export const loadLaterWords = async (namespace: LaterWords, language: ScreenLanguage) =>
  (await laterLoaders[namespace][language]()).default
