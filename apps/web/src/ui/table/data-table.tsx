import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './column.ts'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { TablePager } from './table-pager.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableView } from './table-view.ts'
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
  readonly view: TableView<Row>
  /** Keep it stable: a new array sorts and searches anew. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => number
  readonly selection?: Selection<Row>
  /** What to say, and what to do next, when there is nothing at all. */
  readonly empty: ReactNode
  readonly searchLabel: string
  /** Said where nothing was found and no words were searched for: a filter found nothing. */
  readonly nothing?: string | undefined
  /** At the right of the search: what needs no selected row. */
  readonly actions?: ReactNode
  /** In a row of their own: what is done with the selected row. */
  readonly rowActions?: ReactNode
  /** Beside the search. */
  readonly filters?: ReactNode
  readonly isRefreshing?: boolean
  /** Every row is one line high, in columns of the widths that they ask for. */
  readonly isFixed?: boolean
}

/** Ten rows a page, searchable, sortable; rows become cards where there is no room for columns. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, columns, rowId, selection, empty } = props
  const { rows } = view
  const captionId = useId()
  const { t } = useTranslation()
  return (
    <div className={styles.wrapper}>
      <TableToolbar
        searchLabel={props.searchLabel}
        words={view.words}
        onWords={view.setWords}
        columns={columns}
        sort={view.sort}
        onSort={view.setSort}
        filters={props.filters}
        actions={props.actions}
      />
      {props.rowActions ? <div className={styles.rowActions}>{props.rowActions}</div> : null}
      <div
        className={styles.sheet}
        aria-busy={rows === undefined || props.isRefreshing || undefined}
      >
        {view.isEmpty ? (
          empty
        ) : (
          <>
            <div className={styles.scroller} data-paged={view.pageCount > 1 || undefined}>
              <table
                className={styles.table}
                data-fixed={props.isFixed || undefined}
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
                  rows={rows}
                  rowId={rowId}
                  firstIndex={view.pageIndex * view.pageSize}
                  selection={selection}
                  nothing={
                    view.words === ''
                      ? props.nothing
                      : t('common:table.nothingFound', { words: view.words })
                  }
                  isFixed={props.isFixed ?? false}
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
