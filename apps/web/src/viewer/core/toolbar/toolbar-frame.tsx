import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isMoveKey, moveFocus, updateTabStop } from './roving-focus.ts'
import { useOverflowFade } from './use-overflow-fade.ts'
import styles from './toolbar.module.css'

interface ToolbarFrameProps {
  readonly label: string
  /** Stays at the left edge. */
  readonly start: ReactNode
  /** Stays at the right edge. */
  readonly end: ReactNode
  /** Scrolls if there is too little space. */
  readonly children: ReactNode
}

/** A toolbar with one tab stop, in which the arrow keys move the focus. */
export function ToolbarFrame({ label, start, end, children }: ToolbarFrameProps) {
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(undefined)
  useOverflowFade(row)
  useEffect(() => {
    if (bar.current) updateTabStop(bar.current, last.current)
  })
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onFocus={(event) => {
        if (event.target.closest('[popover]')) return
        last.current = event.target
        updateTabStop(event.currentTarget, event.target)
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        // A slider and a list of values have these keys for themselves; Tab leaves them.
        if (event.target instanceof Element && event.target.matches('input, select')) {
          if (isMoveKey(event.key, 'across')) event.stopPropagation()
          return
        }
        if (!moveFocus(event.currentTarget, event.key, 'across')) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.edge}>{start}</div>
      <div ref={row} className={styles.middle}>
        {children}
      </div>
      <div className={styles.edge}>{end}</div>
    </div>
  )
}
