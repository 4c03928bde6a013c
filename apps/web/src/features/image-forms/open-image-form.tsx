import i18next from 'i18next'
import { needWords } from '../../language.ts'
import { closeModal, modals, openModal } from '../../ui/modals/modal-store.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import type { FormStudy, ImageForm } from './image-forms.ts'

interface Opening {
  readonly study: FormStudy
  readonly navigate: (path: string) => unknown
  /** What has the focus afterwards. */
  readonly returnTo?: (() => HTMLElement | undefined) | undefined
}

/** The code and the words of the forms; fetched when somebody is about to open one. */
export async function loadImageForms() {
  const [{ forms }] = await Promise.all([import('./forms.ts'), needWords('imageForms')])
  return forms
}

export async function openImageForm(form: ImageForm, { study, navigate, returnTo }: Opening) {
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
