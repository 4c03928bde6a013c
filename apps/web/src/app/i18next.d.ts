import 'i18next'
import type { Screens } from '@talus/i18n/load'

/** A key that does not exist is a compile error; every key is written with its namespace. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: [
      'common',
      'access',
      'backup',
      'account',
      'audit',
      'auth',
      'capture',
      'caseFigures',
      'caseForm',
      'caseNotices',
      'caseReading',
      'cases',
      'devices',
      'documents',
      'errors',
      'imageForms',
      'maps',
      'measure',
      'protocols',
      'registration',
      'report',
      'restraint',
      'setUp',
      'settings',
      'shell',
      'studies',
      'viewer',
      'stacks',
      'stations',
      'tray',
      'reassign',
      'viewerPanel',
      'xrayLog',
    ]
    resources: Screens
  }
}
