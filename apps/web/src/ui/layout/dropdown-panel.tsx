import { Skeleton } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { LazyCode } from '../../lazy-code.ts'
import { WithCode } from '../states/with-code.tsx'
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

interface LazyPanelProps<Code> extends Omit<DropdownPanelProps, 'children'> {
  /** The code of the content, which is loaded when the panel is opened. */
  readonly code: LazyCode<Code>
  readonly children: (code: Code, close: () => void) => ReactNode
}

/** A panel whose content has code of its own. */
export const LazyDropdownPanel = <Code,>({ code, children, ...panel }: LazyPanelProps<Code>) => (
  <DropdownPanel {...panel}>
    {(close) => (
      <WithCode code={code} fallback={<Skeleton height={160} />}>
        {(loaded) => <FocusedContent>{children(loaded, close)}</FocusedContent>}
      </WithCode>
    )}
  </DropdownPanel>
)

/** Moves the focus into a panel that was opened before its content was loaded. */
function FocusedContent({ children }: { readonly children: ReactNode }) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const panel = mark.current?.closest<HTMLElement>('[popover]')
    if (panel?.matches(':popover-open')) focusFirst(panel)
  }, [])
  return (
    <>
      <span ref={mark} hidden />
      {children}
    </>
  )
}

const focusFirst = (panel: HTMLElement) =>
  panel.querySelector<HTMLElement>('button, a, input:checked, [tabindex="0"]')?.focus()

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
          focusFirst(event.currentTarget)
        }}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  )
}
