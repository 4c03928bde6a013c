import type access from '../locales/en/access.json'
import type account from '../locales/en/account.json'
import type audit from '../locales/en/audit.json'
import type backup from '../locales/en/backup.json'
import type capture from '../locales/en/capture.json'
import type caseFigures from '../locales/en/caseFigures.json'
import type caseForm from '../locales/en/caseForm.json'
import type caseNotices from '../locales/en/caseNotices.json'
import type caseReading from '../locales/en/caseReading.json'
import type cases from '../locales/en/cases.json'
import type devices from '../locales/en/devices.json'
import type documents from '../locales/en/documents.json'
import type imageForms from '../locales/en/imageForms.json'
import type maps from '../locales/en/maps.json'
import type measure from '../locales/en/measure.json'
import type protocols from '../locales/en/protocols.json'
import type reassign from '../locales/en/reassign.json'
import type report from '../locales/en/report.json'
import type restraint from '../locales/en/restraint.json'
import type setUp from '../locales/en/setUp.json'
import type settings from '../locales/en/settings.json'
import type stacks from '../locales/en/stacks.json'
import type stations from '../locales/en/stations.json'
import type tray from '../locales/en/tray.json'
import type viewer from '../locales/en/viewer.json'
import type viewerPanel from '../locales/en/viewerPanel.json'
import type xrayLog from '../locales/en/xrayLog.json'
import type { screens } from './screens-en.ts'

/** The texts of the first page, by language: a browser loads only the language it shows. */
const screenLoaders = {
  en: () => import('./screens-en.ts'),
  fr: () => import('./screens-fr.ts'),
}

/** Namespaces of screens that are opened less often; they are loaded with the screen. */
const namespaceLoaders = {
  access: {
    en: () => import('../locales/en/access.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/access.json', { with: { type: 'json' } }),
  },
  account: {
    en: () => import('../locales/en/account.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/account.json', { with: { type: 'json' } }),
  },
  audit: {
    en: () => import('../locales/en/audit.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/audit.json', { with: { type: 'json' } }),
  },
  backup: {
    en: () => import('../locales/en/backup.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/backup.json', { with: { type: 'json' } }),
  },
  capture: {
    en: () => import('../locales/en/capture.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/capture.json', { with: { type: 'json' } }),
  },
  caseFigures: {
    en: () => import('../locales/en/caseFigures.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/caseFigures.json', { with: { type: 'json' } }),
  },
  caseForm: {
    en: () => import('../locales/en/caseForm.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/caseForm.json', { with: { type: 'json' } }),
  },
  caseNotices: {
    en: () => import('../locales/en/caseNotices.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/caseNotices.json', { with: { type: 'json' } }),
  },
  caseReading: {
    en: () => import('../locales/en/caseReading.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/caseReading.json', { with: { type: 'json' } }),
  },
  cases: {
    en: () => import('../locales/en/cases.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/cases.json', { with: { type: 'json' } }),
  },
  devices: {
    en: () => import('../locales/en/devices.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/devices.json', { with: { type: 'json' } }),
  },
  documents: {
    en: () => import('../locales/en/documents.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/documents.json', { with: { type: 'json' } }),
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
  reassign: {
    en: () => import('../locales/en/reassign.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/reassign.json', { with: { type: 'json' } }),
  },
  report: {
    en: () => import('../locales/en/report.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/report.json', { with: { type: 'json' } }),
  },
  restraint: {
    en: () => import('../locales/en/restraint.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/restraint.json', { with: { type: 'json' } }),
  },
  setUp: {
    en: () => import('../locales/en/setUp.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/setUp.json', { with: { type: 'json' } }),
  },
  settings: {
    en: () => import('../locales/en/settings.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/settings.json', { with: { type: 'json' } }),
  },
  stacks: {
    en: () => import('../locales/en/stacks.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/stacks.json', { with: { type: 'json' } }),
  },
  stations: {
    en: () => import('../locales/en/stations.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/stations.json', { with: { type: 'json' } }),
  },
  tray: {
    en: () => import('../locales/en/tray.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/tray.json', { with: { type: 'json' } }),
  },
  viewer: {
    en: () => import('../locales/en/viewer.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/viewer.json', { with: { type: 'json' } }),
  },
  viewerPanel: {
    en: () => import('../locales/en/viewerPanel.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/viewerPanel.json', { with: { type: 'json' } }),
  },
  xrayLog: {
    en: () => import('../locales/en/xrayLog.json', { with: { type: 'json' } }),
    fr: () => import('../locales/fr/xrayLog.json', { with: { type: 'json' } }),
  },
}

export type ScreenLanguage = keyof typeof screenLoaders
/** All translation keys; the types are derived from the English texts. */
export type Screens = typeof screens & {
  readonly access: typeof access
  readonly backup: typeof backup
  readonly account: typeof account
  readonly capture: typeof capture
  readonly caseFigures: typeof caseFigures
  readonly caseForm: typeof caseForm
  readonly caseNotices: typeof caseNotices
  readonly caseReading: typeof caseReading
  readonly cases: typeof cases
  readonly devices: typeof devices
  readonly documents: typeof documents
  readonly imageForms: typeof imageForms
  readonly maps: typeof maps
  readonly measure: typeof measure
  readonly protocols: typeof protocols
  readonly reassign: typeof reassign
  readonly report: typeof report
  readonly restraint: typeof restraint
  readonly setUp: typeof setUp
  readonly stacks: typeof stacks
  readonly stations: typeof stations
  readonly tray: typeof tray
  readonly viewer: typeof viewer
  readonly viewerPanel: typeof viewerPanel
  readonly xrayLog: typeof xrayLog
  readonly settings: typeof settings
  readonly audit: typeof audit
}
export type LazyNamespace = keyof typeof namespaceLoaders

export const loadScreens = async (language: ScreenLanguage) =>
  (await screenLoaders[language]()).screens
export const loadNamespace = async (namespace: LazyNamespace, language: ScreenLanguage) =>
  (await namespaceLoaders[namespace][language]()).default
