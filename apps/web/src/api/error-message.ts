import i18next from 'i18next'
import { readErrorMessage } from './api-error.ts'

/** The message of any error in the language of the page. */
export const getErrorMessage = (error: unknown) =>
  readErrorMessage(error, i18next.t('errors:unknown'))
