import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { ErrorNote } from '../states/error-note.tsx'
import { modals } from './modal-store.ts'

/** Draws the stack. Only the top one answers to Escape and holds the focus. */
export function ModalHost() {
  const { t } = useTranslation()
  const stack = useStore(modals.store)
  return stack.map(({ id, title, body, size, error, isAlert }, index) => {
    const isTop = index === stack.length - 1
    return (
      <Modal
        key={id}
        opened
        onClose={() => modals.close(id)}
        title={title}
        size={size ?? 480}
        zIndex={200 + index * 10}
        closeOnEscape={isTop}
        trapFocus={isTop}
        lockScroll={isTop}
        withOverlay
        closeButtonProps={{ 'aria-label': t('common:action.close'), size: 32 }}
        attributes={isAlert ? { content: { role: 'alertdialog' } } : {}}
        styles={{
          title: { fontWeight: 600, fontSize: 16 },
          content: { border: '1px solid var(--talus-line)', background: 'var(--talus-surface)' },
          header: { background: 'transparent', padding: '12px 12px 12px 24px' },
          body: { padding: '0 24px 24px' },
        }}
      >
        {error === undefined ? null : <ErrorNote text={error} />}
        {body}
      </Modal>
    )
  })
}
