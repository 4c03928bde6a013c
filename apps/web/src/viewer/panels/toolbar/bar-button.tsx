import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BarIcon } from './tool-icons.ts'
import { useHint } from './use-hint.ts'
import styles from './bar-button.module.css'

interface BarButtonProps {
  readonly label: string
  readonly icon: BarIcon
  /** Of a switch or a tool: whether it is on. */
  readonly isPressed?: boolean | undefined
  /** What the pointer does: of these one is on, and it is to be seen from afar. */
  readonly isTool?: boolean
  /** Why it does nothing now; it stays where it can be reached, to be asked. */
  readonly reason?: string | undefined
  /** Shown beside the icon where there is room, or always. */
  readonly words?: 'roomy' | 'always' | undefined
  readonly children?: ReactNode
  readonly onClick: () => void
}

/** One thing of the bar: an icon with its name on hover, on focus and for screen readers. */
export function BarButton(props: BarButtonProps) {
  const { label, icon: Icon, isPressed, isTool, reason, words, children, onClick } = props
  const { t } = useTranslation()
  const id = useId()
  const hint = useHint(label)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-pressed={isPressed}
        data-hint={
          reason === undefined ? hint : t('viewerPanel:named', { name: label, what: reason })
        }
        data-tool={isTool || undefined}
        data-words={words}
        {...(reason !== undefined && { 'aria-disabled': true, 'aria-describedby': id })}
        onClick={reason === undefined ? onClick : undefined}
      >
        <Icon size={20} stroke={1.5} />
        {words ? <span className={styles.words}>{label}</span> : null}
        {children}
      </button>
      {reason === undefined ? null : <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </>
  )
}

export const BarDivider = () => <span className={styles.divider} aria-hidden />
