import i18next from 'i18next'
import type { LazyCode } from '../../lazy-code.ts'
import { showError } from './confirm.tsx'

/**
 * Opens a dialog whose code is loaded on demand; at once if it has been prefetched. A failure is
 * shown, and the next press tries again.
 */
export function openWithCode<Code>(code: LazyCode<Code>, open: (code: Code) => void) {
  const loaded = code.get()
  if (loaded === undefined) code.load().then(open, () => showError(i18next.t('errors:network')))
  else open(loaded)
}
