import i18next from 'i18next'

/**
 * What a press does. A button that nobody has given anything to do says so, in the dialog of
 * uncaught errors and in the report, rather than leave a person pressing it again.
 */
export function pressOf<Press>(onClick: Press | undefined, type: string | undefined) {
  if (onClick !== undefined || type === 'submit' || type === 'reset') return onClick
  return () => {
    throw new Error(i18next.t('errors:missingClick'))
  }
}
