import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { rove } from './roving.ts'
import type { BarIcon } from './tool-icons.ts'
import button from './bar-button.module.css'
import styles from './bar-menu.module.css'

interface BarMenuProps {
  readonly label: string
  readonly icon: BarIcon
  /** Whether the tool in use is one of this group. */
  readonly isActive?: boolean
  readonly words?: 'roomy' | 'always' | undefined
  /** The lines of the menu; `close` after one was chosen. */
  readonly children: (close: () => void) => ReactNode
}

/** Below its button, or as far to the left as the window asks for. */
function place(panel: HTMLElement, target: HTMLElement) {
  const { left, bottom } = target.getBoundingClientRect()
  const room = document.documentElement.clientWidth - panel.offsetWidth - 8
  panel.style.left = `${Math.max(8, Math.min(left, room))}px`
  panel.style.top = `${bottom + 4}px`
  panel.style.maxHeight = `calc(100dvh - ${bottom + 12}px)`
}

/**
 * A group of the bar: opens and closes on its button and closes on a press elsewhere. The browser's
 * own popover, as it lies above the bar, which scrolls and would cut it off.
 */
export function BarMenu({ label, icon: Icon, isActive, words, children }: BarMenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()
  // Its lines are there only now, and with them its size.
  useLayoutEffect(() => {
    const { current } = panel
    if (!isOpen || !current || !opener.current) return
    place(current, opener.current)
    const chosen = current.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]')
    ;(chosen ?? current.querySelector<HTMLElement>('button, a[href]'))?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!rove(event.currentTarget, event.key, 'down')) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        className={button.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-hint={isOpen ? undefined : label}
        data-active={isActive || undefined}
        data-words={words}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && !isOpen) panel.current?.showPopover()
        }}
      >
        <Icon size={20} stroke={1.5} />
        {words ? <span className={button.words}>{label}</span> : null}
        <IconChevronDown size={14} stroke={1.5} className={button.caret} aria-hidden />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={onKeyDown}
        data-open={isOpen || undefined}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  )
}

interface BarItemProps {
  readonly label: string
  readonly icon?: BarIcon | undefined
  /** Of one among several, or of a switch: whether it is chosen. */
  readonly isChecked?: boolean | undefined
  readonly isSwitch?: boolean
  readonly note?: string | undefined
  /** Why it cannot be chosen now, in place of the note. */
  readonly reason?: string | undefined
  readonly onClick: () => void
}

export function BarItem(props: BarItemProps) {
  const { label, icon: Icon, isChecked, isSwitch, note, reason, onClick } = props
  const checkedRole = isSwitch ? 'menuitemcheckbox' : 'menuitemradio'
  const line = reason ?? note
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : checkedRole}
      aria-checked={isChecked}
      aria-disabled={reason === undefined ? undefined : true}
      tabIndex={-1}
      className={styles.item}
      onClick={reason === undefined ? onClick : undefined}
    >
      {Icon ? <Icon size={20} stroke={1.5} /> : null}
      <span className={styles.text}>
        {label}
        {line === undefined ? null : <small>{line}</small>}
      </span>
      {isChecked ? <IconCheck size={16} stroke={2} aria-hidden /> : null}
    </button>
  )
}
