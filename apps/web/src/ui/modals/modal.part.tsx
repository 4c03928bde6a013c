import { Modal } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../states/error-note.tsx'
import { modalElementId } from './guard-keys.ts'
import { ModalLockContext } from './modal-lock.ts'
import { modals } from './modal-store.ts'
import type { OpenModal } from './modal-store.ts'
import styles from './modal-host.module.css'

export { Message, Question } from './question.tsx'

interface StackedModalProps {
  readonly modal: OpenModal
  readonly index: number
  readonly isTop: boolean
}

/** A modal of the stack; only the top one closes on Escape and traps the focus. */
export function StackedModal({ modal, index, isTop }: StackedModalProps) {
  const { t } = useTranslation()
  const { id, title, body, size, error, opener, returnTo } = modal
  const [lock, setLock] = useState<{ readonly onAttempt: () => void }>()
  const changeLock = useCallback(
    (onAttempt: (() => void) | undefined) => setLock(onAttempt && { onAttempt }),
    [],
  )
  useEffect(
    () => () => {
      // Delayed, because the modal below takes the focus as soon as it is on top again.
      setTimeout(() => {
        // A modal that was opened after it has the focus already.
        if (modals.store.get().some((other) => other.id > id)) return
        const next = returnTo?.() ?? opener
        if (next?.isConnected) next.focus()
      }, 0)
    },
    [id, opener, returnTo],
  )
  return (
    <Modal
      id={modalElementId(id)}
      opened
      onClose={() => (lock ? lock.onAttempt() : modals.close(id))}
      withCloseButton={lock === undefined}
      title={title}
      size={size ?? 480}
      zIndex={200 + index * 10}
      closeOnEscape={isTop}
      trapFocus={isTop}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 32, iconSize: 18 }}
      // A `header` in a portal would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        title: styles.title ?? '',
        content: styles.content ?? '',
        header: styles.header ?? '',
        body: styles.body ?? '',
      }}
    >
      {error === undefined ? null : <ErrorNote text={error} />}
      <ModalLockContext value={changeLock}>{body}</ModalLockContext>
    </Modal>
  )
}
