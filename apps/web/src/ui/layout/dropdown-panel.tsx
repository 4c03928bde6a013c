import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import styles from './dropdown-panel.module.css'

interface DropdownPanelProps {
  /** The content of the button. */
  readonly button: ReactNode
  readonly buttonLabel?: string
  readonly buttonClassName: string | undefined
  readonly label: string
  readonly width: number
  readonly onOpen?: () => void
  readonly children: (close: () => void) => ReactNode
}

/**
 * A panel below a button of the header. The browser's popover closes it on Escape and on a click
 * outside, and restores the focus. Its content is rendered while it is open: a closed one would be
 * rendered with every page.
 */
export function DropdownPanel(props: DropdownPanelProps) {
  const { button, buttonLabel, buttonClassName, label, width, onOpen, children } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClassName}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        data-hint={buttonLabel}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.panel}
        style={{ width }}
        onBeforeToggle={({ newState }) => {
          // The browser measures the panel next.
          if (newState === 'open') flushSync(() => setOpen(true))
        }}
        onToggle={(event) => {
          if (event.newState !== 'open') {
            setOpen(false)
            return
          }
          onOpen?.()
          event.currentTarget
            .querySelector<HTMLElement>('button, a, input:checked, [tabindex="0"]')
            ?.focus()
        }}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  )
}
