import { useDebouncedValue } from '@mantine/hooks'
import { limits } from '@talus/contract'
import { useState } from 'react'
import { clampPage } from './column.ts'
import type { Sort } from './column.ts'
import type { TableView } from './table-view.ts'

/** Long enough that a word is not asked for letter by letter. */
const typingMs = 200

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isMore?: boolean
}

/** Where in a list somebody is. */
export interface ListPlace {
  readonly words: string
  readonly sort: Sort
  readonly page: number
}

/** A list that the server searches, sorts and cuts: what to ask it for, and how to show the answer. */
export function usePages(initialSort: Sort, start: Partial<ListPlace> = {}) {
  const [place, setPlace] = useState<ListPlace>({
    words: '',
    page: 0,
    sort: initialSort,
    ...start,
  })
  const { words, sort, page } = place
  const [search] = useDebouncedValue(words, typingMs)
  const pageSize = limits.tableRows
  const move = (change: Partial<ListPlace>) => setPlace((now) => ({ ...now, ...change }))

  const view = <Row>(data: Page<Row> | undefined): TableView<Row> => {
    const total = data?.total ?? 0
    const pageIndex = data ? clampPage(page, total, pageSize) : page
    // The last row of the last page may have gone.
    if (pageIndex !== page) move({ page: pageIndex })
    return {
      rows: data?.rows,
      isEmpty: data !== undefined && total === 0 && search === '' && words === '',
      total,
      isMore: data?.isMore ?? false,
      pageIndex,
      pageSize,
      pageCount: Math.max(1, Math.ceil(total / pageSize)),
      setPage: (next) => move({ page: next }),
      words,
      setWords: (next) => move({ words: next, page: 0 }),
      sort,
      setSort: (next) => move({ sort: next, page: 0 }),
    }
  }
  const desc = sort.desc ? ('1' as const) : ('0' as const)
  return {
    asked: { search, sort: sort.id, desc, page },
    place,
    view,
    toFirstPage: () => move({ page: 0 }),
  }
}
