import { limits } from '@talus/contract'
import { useMemo, useState } from 'react'
import { clampPage, search } from './column.ts'
import type { Column } from './column.ts'
import type { TableView } from './table-view.ts'

/** A whole list whose order says something itself: searched and cut into pages, never sorted. */
export function useOrderedRows<Row extends object>(
  given: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
): TableView<Row> {
  const [words, setWords] = useState('')
  const [page, setPage] = useState(0)
  const pageSize = limits.tableRows
  const found = useMemo(() => given && search(given, columns, words), [given, columns, words])
  const total = found?.length ?? 0
  const pageIndex = clampPage(page, total, pageSize)
  return {
    rows: found?.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    isEmpty: given?.length === 0,
    total,
    pageIndex,
    pageSize,
    pageCount: Math.max(1, Math.ceil(total / pageSize)),
    setPage,
    words,
    setWords: (next) => {
      setWords(next)
      setPage(0)
    },
    sort: { id: '', desc: false },
    setSort: () => {},
  }
}
