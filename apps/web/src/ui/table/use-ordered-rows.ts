import { limits } from '@talus/contract'
import { useMemo, useState } from 'react'
import { clampPage, searchRows } from './column.ts'
import type { Column } from './column.ts'
import type { TableView } from './table-view.ts'

/** A complete list in a meaningful order: searched and paged in the browser, never sorted. */
export function useOrderedRows<Row extends object>(
  allRows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
): TableView<Row> {
  const [searchText, setSearchText] = useState('')
  const [page, setPage] = useState(0)
  const pageSize = limits.tableRows
  const found = useMemo(
    () => allRows && searchRows(allRows, columns, searchText),
    [allRows, columns, searchText],
  )
  const total = found?.length ?? 0
  const pageIndex = clampPage(page, total, pageSize)
  return {
    rows: found?.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
    isEmpty: allRows?.length === 0,
    total,
    pageIndex,
    pageSize,
    pageCount: Math.max(1, Math.ceil(total / pageSize)),
    setPage,
    searchText,
    setSearchText: (next) => {
      setSearchText(next)
      setPage(0)
    },
    sort: { id: '', desc: false },
    setSort: () => {},
  }
}
