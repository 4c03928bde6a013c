import { folded } from '@talus/contract'
import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What is sorted and searched by. */
  readonly value: (row: Row) => string | number
  /** What is shown, when it is more than the value. */
  readonly cell?: (row: Row) => ReactNode
  readonly align?: 'end'
  /** The server cannot sort by it. */
  readonly isUnsorted?: boolean
  /** The heading of the row where it becomes a card. */
  readonly isPrimary?: boolean
  readonly width?: number | string
  /** Left out where rows are cards: a phone shows what a row is known by. */
  readonly isMinor?: boolean
  /** Left out on a tablet, where the columns that people look for would have no room. */
  readonly isSpare?: boolean
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Numbers by size, words as people sort them ("Étoile" beside "Etna", 9 before 10). */
export const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Every word of the search must be somewhere in the row; case and accents do not count. */
export function search<Row>(rows: readonly Row[], columns: readonly Column<Row>[], words: string) {
  const wanted = folded(words).split(' ').filter(Boolean)
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = folded(columns.map((column) => column.value(row)).join(' '))
    return wanted.every((word) => text.includes(word))
  })
}

/** A page that no longer exists, because rows went or a search began, becomes the last one. */
export const clampPage = (page: number, rows: number, size: number) =>
  Math.max(0, Math.min(page, Math.ceil(rows / size) - 1))
