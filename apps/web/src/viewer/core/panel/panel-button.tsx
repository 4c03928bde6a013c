import type { Icon as IconType } from '@tabler/icons-react'
import styles from './panel-button.module.css'

interface PanelButtonProps {
  readonly icon: IconType
  /** Its name for screen readers. */
  readonly label: string
  /** Shorter text for the tooltip. */
  readonly hint?: string
  readonly onClick: () => void
}

/** A small icon button of the panel, muted until hovered. */
export const PanelButton = ({ icon: Icon, label, hint = label, onClick }: PanelButtonProps) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    data-hint={hint}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.5} aria-hidden />
  </button>
)
