import type { Study } from '@talus/contract'
import i18next from 'i18next'
import { requireNamespace } from '../../../language.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { showError } from '../../../ui/modals/confirm.tsx'

/** Loads the form and its texts on demand, and opens it; `opener` gets the focus back. */
export async function openCreateCase(
  study: Study,
  goTo: (path: string) => void,
  opener?: HTMLElement,
) {
  const loaded = await Promise.all([
    import('./create-case-form.tsx'),
    requireNamespace('cases'),
    requireNamespace('caseForm'),
  ]).catch(() => undefined)
  if (!loaded) {
    showError(i18next.t('errors:network'))
    return
  }
  const [{ CreateCaseForm }] = loaded
  openForm(
    i18next.t('studies:action.createCase'),
    (close) => <CreateCaseForm study={study} onDone={close} goTo={goTo} />,
    880,
    opener && (() => opener),
  )
}
