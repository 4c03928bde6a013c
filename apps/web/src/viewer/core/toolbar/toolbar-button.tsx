import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useToolbarPlace } from './toolbar-place.ts'
import { useShortcutHint } from './use-shortcut-hint.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconShape } from '../../../ui/display/icon.tsx'
import styles from './toolbar-button.module.css'

interface ToolbarButtonProps {
  readonly label: string
  readonly icon: IconShape
  /** Whether a switch or a tool is on. */
  readonly isPressed?: boolean | undefined
  /** Set for pointer tools: exactly one is on, and it is highlighted more strongly. */
  readonly isTool?: boolean
  /** Reason why it is disabled; it stays focusable, so that the reason can be read. */
  readonly reason?: string | undefined
  /** Whether the label is shown beside the icon: if there is space, or always. */
  readonly showLabel?: 'roomy' | 'always' | undefined
  /** A short name that is always beside the icon; the label is then the hint only. */
  readonly shortName?: string | undefined
  readonly onClick: () => void
}

const getMenuRole = (isPressed: boolean | undefined, isTool = false) =>
  isPressed === undefined ? 'menuitem' : isTool ? 'menuitemradio' : 'menuitemcheckbox'

/** A toolbar button: an icon with its name on hover, on focus and for screen readers. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { label, icon, isPressed, isTool, reason, showLabel, shortName, onClick } = props
  const { t } = useTranslation()
  const id = useId()
  const hint = useShortcutHint(label)
  const { closeMenu } = useToolbarPlace()
  const isInMenu = closeMenu !== undefined
  return (
    <>
      <button
        type="button"
        role={isInMenu ? getMenuRole(isPressed, isTool) : undefined}
        className={styles.button}
        aria-checked={isInMenu ? isPressed : undefined}
        data-row={isInMenu || undefined}
        // Users of voice control say the text that they see.
        aria-label={shortName ?? label}
        aria-pressed={isInMenu ? undefined : isPressed}
        data-hint={
          reason === undefined ? hint : t('viewerPanel:named', { name: label, what: reason })
        }
        data-tool={isTool || undefined}
        data-words={showLabel}
        {...(reason !== undefined && { 'aria-disabled': true, 'aria-describedby': id })}
        onClick={
          reason === undefined
            ? () => {
                onClick()
                closeMenu?.()
              }
            : undefined
        }
      >
        <Icon icon={icon} size="lg" />
        {showLabel && !isInMenu ? <span className={styles.words}>{label}</span> : null}
        {isInMenu ? <span>{label}</span> : null}
        {shortName === undefined || isInMenu ? null : <span>{shortName}</span>}
      </button>
      {reason === undefined ? null : <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </>
  )
}

export const ToolbarDivider = () => <span className={styles.divider} aria-hidden />
