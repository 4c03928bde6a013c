import 'i18next'
import type { screens } from '../../../../packages/i18n/src/screens-en.ts'

/** A key that does not exist is a compile error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof screens
  }
}
