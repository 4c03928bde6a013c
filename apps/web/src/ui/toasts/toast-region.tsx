import { Button, CloseButton } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { KindIcon } from './kind-icon.tsx'
import { pauseToast, notices, resumeToast } from './toast-store.ts'
import styles from './toast-region.module.css'

/**
 * Shows toasts at the bottom right. A screen reader announces them only if the region exists
 * before.
 */
export function ToastRegion() {
  const { t } = useTranslation()
  const { shown } = useStore(notices.store)
  const region = useRef<HTMLDivElement>(null)
  useShortcuts([
    {
      keys: 'F10',
      label: t('common:notices.toAction'),
      when: shown.some(({ action }) => action),
      worksIn: ['textField', 'menu'],
      run: () => {
        // The newest is the last one.
        const actions = region.current?.querySelectorAll<HTMLElement>('[data-action]')
        actions?.[actions.length - 1]?.focus()
      },
    },
  ])
  return (
    <div
      ref={region}
      className={styles.region}
      role="status"
      aria-live="polite"
      aria-relevant="additions"
    >
      {shown.map(({ id, kind, text, action }) => (
        <div
          key={id}
          className={styles.toast}
          data-kind={kind}
          onPointerEnter={() => pauseToast(id)}
          onPointerLeave={() => resumeToast(id)}
          onFocus={() => pauseToast(id)}
          onBlur={() => resumeToast(id)}
        >
          <KindIcon kind={kind} />
          <span className={styles.text}>{text}</span>
          {action ? (
            <Button
              className={styles.action ?? ''}
              variant="default"
              data-action
              onClick={() => {
                notices.hide(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <CloseButton
            size={32}
            iconSize={16}
            aria-label={t('common:notices.dismiss')}
            onClick={() => notices.hide(id)}
          />
        </div>
      ))}
    </div>
  )
}
