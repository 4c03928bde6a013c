import type { Sort } from './column.ts'

/**
 * The visible part of a list and the functions to change it, for lists of the page and of the
 * server.
 */
export interface TableView<Row> {
  /** The rows of this page; undefined until the first response. */
  readonly rows: readonly Row[] | undefined
  /** The list is empty, even without search. */
  readonly isEmpty: boolean
  readonly total: number
  /** The list has more rows than `total`, at which counting stopped. */
  readonly isMore?: boolean
  readonly pageIndex: number
  readonly pageSize: number
  readonly pageCount: number
  readonly setPage: (page: number) => void
  readonly searchText: string
  readonly setSearchText: (words: string) => void
  readonly sort: Sort
  readonly setSort: (sort: Sort) => void
}
