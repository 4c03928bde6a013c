import styles from './panel-button.module.css'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconShape } from '../../../ui/display/icon.tsx'

interface PanelButtonProps {
  readonly icon: IconShape
  /** Its name for screen readers. */
  readonly label: string
  /** Shorter text for the tooltip. */
  readonly hint?: string
  readonly onClick: () => void
}

/** A small icon button of the panel, muted until hovered. */
export const PanelButton = ({ icon, label, hint = label, onClick }: PanelButtonProps) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    data-hint={hint}
    onClick={onClick}
  >
    <Icon icon={icon} />
  </button>
)
