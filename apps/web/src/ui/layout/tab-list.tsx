import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './tab-list.module.css'

interface TabListProps<Tab extends string> {
  /** The ids of the tabs begin with it; `getTabId` returns them. */
  readonly id: string
  readonly label?: string
  readonly tabs: readonly { readonly name: Tab; readonly content: ReactNode }[]
  readonly selected: Tab
  readonly onSelect: (tab: Tab) => void
  /** The id of the panel that a tab shows. */
  readonly getPanelId: (tab: Tab) => string
  /** Tabs of a whole page are larger than those of a panel. */
  readonly isOfPage?: boolean
}

export const getTabId = (listId: string, tab: string) => `${listId}-tab-${tab}`

const steps: Record<string, (from: number, last: number) => number> = {
  ArrowRight: (from, last) => (from === last ? 0 : from + 1),
  ArrowLeft: (from, last) => (from === 0 ? last : from - 1),
  Home: () => 0,
  End: (_from, last) => last,
}

/** Tabs that Tab reaches as one, and that arrow keys, Home and End select. */
export function TabList<Tab extends string>(props: TabListProps<Tab>) {
  const { id, label, tabs, selected, onSelect, getPanelId, isOfPage } = props
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = tabs.findIndex(({ name }) => name === selected)
    const next = steps[event.key]?.(from, tabs.length - 1)
    const chosen = next === undefined ? undefined : tabs[next]
    if (next === undefined || !chosen) return
    event.preventDefault()
    // The viewer beside the tabs has arrow keys of its own.
    event.stopPropagation()
    onSelect(chosen.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      ref={list}
      className={styles.tabs}
      data-page={isOfPage || undefined}
      role="tablist"
      aria-label={label}
    >
      {tabs.map(({ name, content }) => (
        <button
          key={name}
          id={getTabId(id, name)}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={name === selected}
          aria-controls={getPanelId(name)}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
          onKeyDown={onKeyDown}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
