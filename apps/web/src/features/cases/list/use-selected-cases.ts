import type { CaseId, CaseRow } from '@talus/contract'
import { useMemo, useState } from 'react'
import { refreshSelected, togglePage, toggleRow } from './selected-rows.ts'
import type { SelectedRows } from './selected-rows.ts'

interface ShownPage {
  /** Identifies search, order and page. */
  readonly key: string
  /** Undefined while the rows of the key are loading. */
  readonly rows: readonly CaseRow[] | undefined
}

const none: SelectedRows<CaseRow> = new Map<CaseId, CaseRow>()

/** The selected cases of a tab; they stay selected on the other pages and during a search. */
export function useSelectedCases(shown: ShownPage) {
  const [selected, setSelected] = useState(none)
  const [known, setKnown] = useState(shown)
  // Adjusted while rendering, so that no button is ever enabled for a row that has left the list.
  if (shown.rows !== undefined && (shown.rows !== known.rows || shown.key !== known.key)) {
    setKnown(shown)
    const before = shown.key === known.key ? (known.rows ?? []) : []
    setSelected(refreshSelected(selected, before, shown.rows))
  }
  const { rows } = shown
  return useMemo(() => {
    const visible = (rows ?? []).filter(({ id }) => selected.has(id))
    return {
      rows: [...selected.values()],
      /** How many selected cases another page or the search hides. */
      hidden: selected.size - visible.length,
      isSelected: ({ id }: CaseRow) => selected.has(id),
      isEverySelected: visible.length > 0 && visible.length === rows?.length,
      toggle: (row: CaseRow) => setSelected((now) => toggleRow(now, row)),
      togglePage: () => setSelected((now) => togglePage(now, rows ?? [])),
      /** Selects this row alone. */
      select: (row: CaseRow | undefined) => setSelected(row ? new Map([[row.id, row]]) : none),
      clear: () => setSelected(none),
      /** The first selected case that is visible; the arrow keys continue there. */
      first: visible[0],
    }
  }, [rows, selected])
}
