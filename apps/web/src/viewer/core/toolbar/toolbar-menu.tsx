import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { placeBelow } from './place-below.ts'
import { moveFocus } from './roving-focus.ts'
import { ToolbarPlaceProvider, useToolbarPlace } from './toolbar-place.ts'
import { useShortcutKeys } from './use-shortcut-hint.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconShape } from '../../../ui/display/icon.tsx'
import button from './toolbar-button.module.css'
import styles from './toolbar-menu.module.css'

const inBar = { closeMenu: undefined }

interface ToolbarMenuProps {
  readonly label: string
  readonly icon: IconShape
  /** Whether the tool in use is one of this group. */
  readonly isActive?: boolean
  readonly showLabel?: 'roomy' | 'always' | undefined
  /** Keys of the menu besides the arrows; it may prevent and stop the event. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>, close: () => void) => void
  /** Renders the menu items, which call `close` after a choice. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * A toolbar menu: its button toggles it, and a press outside closes it. It is a native popover,
 * which is shown above the toolbar; the toolbar scrolls and would clip it otherwise.
 */
export function ToolbarMenu(props: ToolbarMenuProps) {
  const { label, icon, isActive, showLabel, onKey, children } = props
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { closeMenu } = useToolbarPlace()
  const isInMenu = closeMenu !== undefined
  const close = () => {
    document.getElementById(id)?.hidePopover()
    closeMenu?.()
  }
  // The items, and with them the size, exist only after it has opened.
  useLayoutEffect(() => {
    const { current } = panel
    if (!isOpen || !current || !opener.current) return
    placeBelow(current, opener.current)
    const chosen = current.querySelector<HTMLElement>('[role=menuitemradio][aria-checked=true]')
    ;(chosen ?? current.querySelector<HTMLElement>('button, a[href]'))?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!moveFocus(event.currentTarget, event.key, 'down')) {
      onKey?.(event, close)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        role={isInMenu ? 'menuitem' : undefined}
        className={button.button}
        aria-label={label}
        data-row={isInMenu || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-hint={isOpen || isInMenu ? undefined : label}
        data-active={isActive || undefined}
        data-words={showLabel}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && !isOpen) panel.current?.showPopover()
        }}
      >
        <Icon icon={icon} size="lg" />
        {showLabel && !isInMenu ? <span className={button.words}>{label}</span> : null}
        {isInMenu ? <span>{label}</span> : null}
        <Icon icon={IconChevronDown} size="xs" className={button.caret} />
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
        {/* The items of a menu inside the menu of the bar are its own. */}
        {isOpen ? (
          <ToolbarPlaceProvider value={inBar}>{children(close)}</ToolbarPlaceProvider>
        ) : null}
      </div>
    </>
  )
}

interface ToolbarMenuItemProps {
  readonly label: string
  readonly icon?: IconShape | undefined
  /** Whether an option or a switch is on. */
  readonly isChecked?: boolean | undefined
  readonly isSwitch?: boolean
  readonly note?: string | undefined
  /** Reason why it is disabled, shown in place of the note. */
  readonly reason?: string | undefined
  readonly onClick: () => void
}

export function ToolbarMenuItem(props: ToolbarMenuItemProps) {
  const { label, icon, isChecked, isSwitch, note, reason, onClick } = props
  const checkedRole = isSwitch ? 'menuitemcheckbox' : 'menuitemradio'
  const line = reason ?? note
  const keys = useShortcutKeys(label)
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
      {icon ? <Icon icon={icon} size="lg" /> : null}
      <span className={styles.text}>
        {label}
        {line === undefined ? null : <small>{line}</small>}
      </span>
      {keys === undefined ? null : (
        <span className={styles.keys} aria-hidden>
          {keys}
        </span>
      )}
      {isChecked ? <Icon icon={IconCheck} size="sm" /> : null}
    </button>
  )
}
