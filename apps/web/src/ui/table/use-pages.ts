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
}

/** A list that the server searches, sorts and cuts: what to ask it for, and how to show the answer. */
export function usePages(initialSort: Sort) {
  const [words, setWords] = useState('')
  const [sort, setSort] = useState(initialSort)
  const [page, setPage] = useState(0)
  const [search] = useDebouncedValue(words, typingMs)
  const pageSize = limits.tableRows

  const view = <Row>(data: Page<Row> | undefined): TableView<Row> => {
    const total = data?.total ?? 0
    const pageIndex = data ? clampPage(page, total, pageSize) : page
    // The last row of the last page may have gone.
    if (pageIndex !== page) setPage(pageIndex)
    return {
      rows: data?.rows,
      isEmpty: data !== undefined && total === 0 && search === '' && words === '',
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
      sort,
      setSort: (next) => {
        setSort(next)
        setPage(0)
      },
    }
  }
  const desc = sort.desc ? ('1' as const) : ('0' as const)
  return { asked: { search, sort: sort.id, desc, page }, view }
}
