import i18next from 'i18next'
import { requireNamespace } from '../../language.ts'
import { closeModal, modals, openModal } from '../../ui/modals/modal-store.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import type { FormStudy, ImageForm } from './image-forms.ts'

interface OpenFormOptions {
  readonly study: FormStudy
  readonly navigate: (path: string) => unknown
  /** Returns the element that receives the focus when the form closes. */
  readonly returnTo?: (() => HTMLElement | undefined) | undefined
}

/** Loads the code and the translations of the forms on demand. */
export async function loadImageForms() {
  const [{ forms }] = await Promise.all([import('./forms.ts'), requireNamespace('imageForms')])
  return forms
}

export async function openImageForm(
  form: ImageForm,
  { study, navigate, returnTo }: OpenFormOptions,
) {
  const forms = await loadImageForms().catch(() => undefined)
  if (!forms) {
    showError(i18next.t('errors:network'))
    return
  }
  const { Form, size } = forms[form]
  const close = () => {
    if (id !== undefined) closeModal(id)
  }
  const goTo = (path: string) => {
    modals.closeAll()
    navigate(path)
  }
  const id = openModal({
    title: i18next.t(`studies:imageForm.${form}`),
    size,
    returnTo,
    body: <Form study={study} onDone={close} goTo={goTo} />,
  })
}
