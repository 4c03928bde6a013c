import { foldText } from '@talus/contract'
import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Shown in the head instead of the name, for example a checkbox for all rows. */
  readonly headerCell?: ReactNode
  /** The value for sorting and searching. */
  readonly value: (row: Row) => string | number
  /** The displayed content, if it is not the value itself. */
  readonly cell?: (row: Row) => ReactNode
  readonly align?: 'end'
  /** The column is not sortable by the server. */
  readonly isUnsorted?: boolean
  /** The heading of the row when it is shown as a card. */
  readonly isPrimary?: boolean
  readonly width?: number | string
  /** In a table with fixed widths, a long text continues in a second line before it is cut. */
  readonly isTwoLines?: boolean
  /** Hidden on a phone, which shows rows as cards with the identifying columns only. */
  readonly isHiddenOnPhone?: boolean
  /** Hidden on a tablet, to leave space for more important columns. */
  readonly isHiddenOnTablet?: boolean
  /** Hidden where a table is little wider than on a tablet, so that words of the others fit. */
  readonly isHiddenOnWideTablet?: boolean
  /** Hidden already on a small laptop, in a table with many columns. */
  readonly isHiddenOnLaptop?: boolean
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares numbers by value and texts in natural order ("Étoile" beside "Etna", 9 before 10). */
export const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Finds the rows that contain every word of the search; case and accents are ignored. */
export function searchRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  searchText: string,
) {
  const wanted = foldText(searchText).split(' ').filter(Boolean)
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = foldText(columns.map((column) => column.value(row)).join(' '))
    return wanted.every((word) => text.includes(word))
  })
}

/** A page that no longer exists, because rows were removed or searched, becomes the last one. */
export const clampPage = (page: number, rows: number, size: number) =>
  Math.max(0, Math.min(page, Math.ceil(rows / size) - 1))
