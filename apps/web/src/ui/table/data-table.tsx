import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Column, Sort } from './column.ts'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { TablePager } from './table-pager.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useRows } from './use-rows.ts'
import styles from './data-table.module.css'

export interface Selection<Row> {
  readonly selected: number | undefined
  readonly onSelect: (row: Row | undefined) => void
  /** Double click or Enter. */
  readonly onOpen?: (row: Row) => void
}

interface DataTableProps<Row> {
  /** Names the table for those who cannot see it. */
  readonly label: string
  /** Undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined
  /** Keep it stable: a new array sorts and searches anew. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => number
  readonly initialSort: Sort
  readonly selection?: Selection<Row>
  /** What to say, and what to do next, when there is nothing at all. */
  readonly empty: ReactNode
  readonly searchLabel: string
  readonly actions?: ReactNode
  readonly isRefreshing?: boolean
}

/** Ten rows a page, searchable, sortable; rows become cards where there is no room for columns. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowId, initialSort, selection, empty } = props
  const view = useRows(rows, columns, initialSort)
  const captionId = useId()
  const isEmpty = rows !== undefined && rows.length === 0
  return (
    <div className={styles.wrapper}>
      <TableToolbar
        searchLabel={props.searchLabel}
        words={view.words}
        onWords={view.setWords}
        columns={columns}
        sort={view.sort}
        onSort={view.setSort}
        actions={props.actions}
      />
      <div
        className={styles.sheet}
        aria-busy={rows === undefined || props.isRefreshing || undefined}
      >
        {isEmpty ? (
          empty
        ) : (
          <>
            <div className={styles.scroller} data-paged={view.pageCount > 1 || undefined}>
              <table
                className={styles.table}
                role={selection ? 'grid' : 'table'}
                aria-labelledby={captionId}
                aria-rowcount={rows === undefined ? -1 : view.total + 1}
              >
                <caption id={captionId} className={styles.caption}>
                  {label}
                </caption>
                <TableHead columns={columns} sort={view.sort} onSort={view.setSort} />
                <TableBody
                  columns={columns}
                  rows={rows === undefined ? undefined : view.rows}
                  rowId={rowId}
                  firstIndex={view.pageIndex * view.pageSize}
                  selection={selection}
                  words={view.words}
                  onPage={(step) => view.setPage(view.pageIndex + step)}
                />
              </table>
            </div>
            <TablePager view={view} isLoading={rows === undefined} />
          </>
        )}
      </div>
    </div>
  )
}
