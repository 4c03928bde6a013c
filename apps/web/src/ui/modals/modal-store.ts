import { limits } from '@talus/contract'
import type { ReactNode } from 'react'
import { createStore } from '../../store.ts'

export interface ModalContent {
  readonly title: string
  readonly body: ReactNode
  readonly size?: number | string
  /** Told when the modal goes, by Escape, the cross or `close`. */
  readonly onClose?: () => void
  /** What has the focus afterwards, where that is not what had it before. */
  readonly returnTo?: (() => HTMLElement | undefined) | undefined
}

export interface OpenModal extends ModalContent {
  readonly id: number
  readonly error: string | undefined
  /** Gets the focus back. */
  readonly opener: HTMLElement | undefined
}

export const createModals = (
  depth: number,
  openerNow = (): HTMLElement | undefined => undefined,
) => {
  const store = createStore<readonly OpenModal[]>([])
  let last = 0
  return {
    store,
    /** Undefined when as many are open as may be: a fourth would hide where one is. */
    open: (content: ModalContent): number | undefined => {
      if (store.get().length >= depth) return undefined
      last += 1
      const modal = { ...content, id: last, error: undefined, opener: openerNow() }
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
    /** Says whether a modal was there to show it. */
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
export const openModal = modals.open
export const closeModal = modals.close
