import i18next from 'i18next'

/**
 * Returns the click handler of a button. A button without a handler throws, so that the dialog of
 * uncaught errors and the error report show it, instead of silently doing nothing.
 */
export function createClickHandler<Handler>(
  onClick: Handler | undefined,
  type: string | undefined,
) {
  if (onClick !== undefined || type === 'submit' || type === 'reset') return onClick
  return () => {
    throw new Error(i18next.t('errors:missingClick'))
  }
}
