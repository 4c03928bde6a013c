import { useDebouncedValue } from '@mantine/hooks'
import { limits } from '@talus/contract'
import { useState } from 'react'
import { clampPage } from './column.ts'
import type { Sort } from './column.ts'
import type { TableView } from './table-view.ts'

/** Debounce of the search text, so that not every letter is a request. */
const debounceMs = 200

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isMore?: boolean
}

/** The search, order and page of a list. */
export interface ListPosition {
  readonly searchText: string
  readonly sort: Sort
  readonly page: number
}

/** A list that the server searches, sorts and pages: the query, and the view of the response. */
export function usePages(initialSort: Sort, start: Partial<ListPosition> = {}) {
  const [place, setPlace] = useState<ListPosition>({
    searchText: '',
    page: 0,
    sort: initialSort,
    ...start,
  })
  const { searchText, sort, page } = place
  const [search] = useDebouncedValue(searchText, debounceMs)
  const pageSize = limits.tableRows
  const move = (change: Partial<ListPosition>) => setPlace((now) => ({ ...now, ...change }))

  const view = <Row>(data: Page<Row> | undefined): TableView<Row> => {
    const total = data?.total ?? 0
    const pageIndex = data ? clampPage(page, total, pageSize) : page
    // The last row of the last page may have been removed.
    if (pageIndex !== page) move({ page: pageIndex })
    return {
      rows: data?.rows,
      isEmpty: data !== undefined && total === 0 && search === '' && searchText === '',
      total,
      isMore: data?.isMore ?? false,
      pageIndex,
      pageSize,
      pageCount: Math.max(1, Math.ceil(total / pageSize)),
      setPage: (next) => move({ page: next }),
      searchText,
      setSearchText: (next) => move({ searchText: next, page: 0 }),
      sort,
      setSort: (next) => move({ sort: next, page: 0 }),
    }
  }
  const desc = sort.desc ? ('1' as const) : ('0' as const)
  return {
    query: { search, sort: sort.id, desc, page },
    place,
    view,
    goToFirstPage: () => move({ page: 0 }),
  }
}
