import { limits } from '@talus/contract'
import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { clampPage, compareValues, searchRows } from './column.ts'
import type { Column, Sort } from './column.ts'
import type { TableView } from './table-view.ts'

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const none: readonly never[] = []

/** A complete list, searched, sorted and paged in the browser. The only user of TanStack Table. */
export function useRows<Row extends object>(
  allRows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  initialSort: Sort,
): TableView<Row> {
  const [searchText, setSearchText] = useState('')
  const [sorting, setSorting] = useState([initialSort])
  const [page, setPage] = useState(0)
  const pageSize = limits.tableRows

  const data = useMemo(
    () => [...searchRows(allRows ?? none, columns, searchText)],
    [allRows, columns, searchText],
  )
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: column.value,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareValues(column.value(a.original), column.value(b.original)),
      })),
    [columns],
  )
  const pageIndex = clampPage(page, data.length, pageSize)
  const table = useTable({
    features,
    columns: definitions,
    data,
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    state: { sorting, pagination: { pageIndex, pageSize } },
    onSortingChange: setSorting,
  })

  return {
    rows: allRows && table.getRowModel().rows.map((row) => row.original),
    isEmpty: allRows?.length === 0,
    total: data.length,
    pageIndex,
    pageSize,
    pageCount: Math.max(1, Math.ceil(data.length / pageSize)),
    setPage,
    searchText,
    setSearchText: (next: string) => {
      setSearchText(next)
      setPage(0)
    },
    sort: sorting[0] ?? initialSort,
    setSort: (sort: Sort) => {
      setSorting([sort])
      setPage(0)
    },
  }
}
