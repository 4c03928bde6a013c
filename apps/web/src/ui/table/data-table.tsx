import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './column.ts'
import { TableBody } from './table-body.tsx'
import type { Selection } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { TablePager } from './table-pager.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableView } from './table-view.ts'
import styles from './data-table.module.css'

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly view: TableView<Row>
  /** Must be a stable reference: a new array sorts and searches again. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => number
  readonly selection?: Selection<Row>
  /** Shown if the list is empty, even without search and filters. */
  readonly empty: ReactNode
  readonly searchLabel: string
  /** Shown if a filter without search text finds no rows. */
  readonly noResultsText?: string | undefined
  /** Actions without a selected row, at the right of the search. */
  readonly actions?: ReactNode
  /** Actions on the selected row, in a separate row. */
  readonly rowActions?: ReactNode
  /** Filters beside the search. */
  readonly filters?: ReactNode
  readonly isRefreshing?: boolean
  /** Shown below the rows, for example the time zone of the times. */
  readonly note?: string | undefined
  /** Every row is one line high, and the columns have fixed widths. */
  readonly isFixed?: boolean
}

/** A searchable, sortable table with ten rows per page; on narrow screens rows become cards. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, columns, rowId, selection, empty } = props
  const { rows } = view
  const captionId = useId()
  const wrapper = useRef<HTMLDivElement>(null)
  const { t } = useTranslation()
  return (
    <div ref={wrapper} className={styles.wrapper}>
      <TableToolbar
        searchLabel={props.searchLabel}
        searchText={view.searchText}
        onSearchText={view.setSearchText}
        columns={columns}
        sort={view.sort}
        onSort={view.setSort}
        onLeaveDown={() => {
          const row = wrapper.current?.querySelector<HTMLElement>('tbody tr[tabindex]')
          row?.focus()
          return row !== null && row !== undefined
        }}
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
                aria-multiselectable={selection?.onToggle ? true : undefined}
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
                  noResultsText={
                    view.searchText === ''
                      ? props.noResultsText
                      : t('common:table.nothingFound', { words: view.searchText })
                  }
                  isFixed={props.isFixed ?? false}
                  onPage={(step) => view.setPage(view.pageIndex + step)}
                />
              </table>
            </div>
            <TablePager view={view} isLoading={rows === undefined} note={props.note} />
          </>
        )}
      </div>
    </div>
  )
}
