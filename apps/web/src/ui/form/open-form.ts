import type { ReactNode } from 'react'
import { closeModal, openModal } from '../modals/modal-store.ts'
import type { ModalContent } from '../modals/modal-store.ts'

/** Opens a form in a modal; the form calls `close` on Cancel and after saving. */
export function openForm(
  title: string,
  form: (close: () => void) => ReactNode,
  size = 560,
  returnTo?: ModalContent['returnTo'],
) {
  const close = () => {
    if (id !== undefined) closeModal(id)
  }
  const id: number | undefined = openModal({ title, size, returnTo, body: form(close) })
}
