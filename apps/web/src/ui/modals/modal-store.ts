import { limits } from '@talus/contract'
import type { ReactNode } from 'react'
import { onSignOut } from '../../session-state.ts'
import { createStore } from '../../store.ts'

export interface ModalContent {
  readonly title: string
  readonly body: ReactNode
  readonly size?: number | string
  /** The text of an error; shown instead of the modal if its code cannot be loaded. */
  readonly summary?: string
  /** Called when the modal is closed by Escape, the close button or `close`. */
  readonly onClose?: () => void
  /** The element to focus afterwards, if it is not the one that was focused before. */
  readonly returnTo?: (() => HTMLElement | undefined) | undefined
}

export interface OpenModal extends ModalContent {
  readonly id: number
  readonly error: string | undefined
  /** The element that gets the focus back. */
  readonly opener: HTMLElement | undefined
}

export const createModals = (
  depth: number,
  getOpener = (): HTMLElement | undefined => undefined,
) => {
  const store = createStore<readonly OpenModal[]>([])
  let last = 0
  return {
    store,
    /** Returns undefined at the maximum depth: users lose orientation in a fourth modal. */
    open: (content: ModalContent): number | undefined => {
      if (store.get().length >= depth) return undefined
      last += 1
      const modal = { ...content, id: last, error: undefined, opener: getOpener() }
      store.set((now) => [...now, modal])
      return modal.id
    },
    close: (id: number) => {
      const modal = store.get().find((one) => one.id === id)
      if (!modal) return
      store.set((now) => now.filter((one) => one !== modal && one.id !== id))
      modal.onClose?.()
    },
    closeAll: () => {
      for (const { onClose } of store.get().toReversed()) onClose?.()
      store.set([])
    },
    /** Shows an error in the topmost modal; returns whether there is one. */
    showError: (text: string | undefined): boolean => {
      const top = store.get().at(-1)
      if (!top) return false
      store.set((now) => now.map((one) => (one.id === top.id ? { ...one, error: text } : one)))
      return true
    },
  }
}

export const modals = createModals(limits.modalDepth, () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : undefined,
)
onSignOut(() => modals.closeAll())
export const openModal = modals.open
export const closeModal = modals.close
