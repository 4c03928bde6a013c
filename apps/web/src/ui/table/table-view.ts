import type { Sort } from './column.ts'

/** What a table shows of a list and how it is asked for another part, wherever the list lives. */
export interface TableView<Row> {
  /** Of this page; undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined
  /** There is nothing at all, not only nothing for this search. */
  readonly isEmpty: boolean
  readonly total: number
  /** The list goes on where the counting stopped. */
  readonly isMore?: boolean
  readonly pageIndex: number
  readonly pageSize: number
  readonly pageCount: number
  readonly setPage: (page: number) => void
  readonly words: string
  readonly setWords: (words: string) => void
  readonly sort: Sort
  readonly setSort: (sort: Sort) => void
}
