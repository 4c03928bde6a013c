import { IconDots } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './all-lines.module.css'

const gap = 4
const edge = 8

/** Above the button, within the window. */
function place(panel: HTMLElement, button: HTMLElement) {
  const { right, top, bottom } = button.getBoundingClientRect()
  const left = Math.min(right, innerWidth - edge) - panel.offsetWidth
  const above = top - gap - panel.offsetHeight
  const below = Math.min(bottom + gap, innerHeight - edge - panel.offsetHeight)
  panel.style.left = `${Math.max(edge, left)}px`
  panel.style.top = `${above < edge ? Math.max(edge, below) : above}px`
}

/**
 * The lines of a viewport that is too small for all of them: as a hint on hover, and as a list
 * after a tap, click or key. Larger viewports show every line, and not this button.
 */
export function AllLines({ lines }: { readonly lines: readonly string[] }) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The lines, and with them the size, exist only after it has opened.
  useLayoutEffect(() => {
    if (isOpen && panel.current && button.current) place(panel.current, button.current)
  }, [isOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className={styles.button}
        aria-label={t('viewer:overlay.allLines')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-hint={isOpen ? undefined : lines.join('\n')}
        data-all-lines
      >
        <Icon icon={IconDots} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('viewer:overlay.allLines')}
        tabIndex={-1}
        className={styles.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen ? (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  )
}
