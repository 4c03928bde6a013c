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
import { clampPage, compare, search } from './column.ts'
import type { Column, Sort } from './column.ts'
import type { TableView } from './table-view.ts'

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const none: readonly never[] = []

/** A whole list: search, sort and pages of ten here. The only place that knows TanStack Table. */
export function useRows<Row extends object>(
  given: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  initialSort: Sort,
): TableView<Row> {
  const [words, setWords] = useState('')
  const [sorting, setSorting] = useState([initialSort])
  const [page, setPage] = useState(0)
  const pageSize = limits.tableRows

  const data = useMemo(() => [...search(given ?? none, columns, words)], [given, columns, words])
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: column.value,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compare(column.value(a.original), column.value(b.original)),
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
    rows: given && table.getRowModel().rows.map((row) => row.original),
    isEmpty: given?.length === 0,
    total: data.length,
    pageIndex,
    pageSize,
    pageCount: Math.max(1, Math.ceil(data.length / pageSize)),
    setPage,
    words,
    setWords: (next: string) => {
      setWords(next)
      setPage(0)
    },
    sort: sorting[0] ?? initialSort,
    setSort: (sort: Sort) => {
      setSorting([sort])
      setPage(0)
    },
  }
}
