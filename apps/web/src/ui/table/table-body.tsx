import { limits } from '@talus/contract'
import { Skeleton } from '@mantine/core'
import { useRef } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { Column } from './column.ts'
import styles from './data-table.module.css'

export interface Selection<Row> {
  readonly selected: number | undefined
  readonly onSelect: (row: Row | undefined) => void
  /** Double click or Enter. */
  readonly onOpen?: (row: Row) => void
  /** With these two, several rows can be selected: by their checkboxes, Ctrl+click and Space. */
  readonly isSelected?: (row: Row) => boolean
  readonly onToggle?: (row: Row) => void
}

interface TableBodyProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => number
  readonly firstIndex: number
  readonly selection: Selection<Row> | undefined
  readonly noResultsText: string | undefined
  /** Long text is cut off and shown completely in a tooltip. */
  readonly isFixed: boolean
  readonly onPage: (step: 1 | -1) => void
}

const rowMoves: Record<string, (from: number, last: number) => number> = {
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_from, last) => last,
}

export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, rows, rowId, firstIndex, selection, noResultsText, isFixed, onPage } = props
  const body = useRef<HTMLTableSectionElement>(null)

  if (rows === undefined) return <SkeletonRows columns={columns.length} />
  if (rows.length === 0) {
    return (
      <tbody role="rowgroup">
        <tr role="row" className={styles.nothing}>
          <td role={selection ? 'gridcell' : 'cell'} colSpan={columns.length}>
            {noResultsText}
          </td>
        </tr>
      </tbody>
    )
  }

  const selectedIndex = rows.findIndex((row) => rowId(row) === selection?.selected)
  const onKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    if (!selection || event.target !== event.currentTarget) return
    // Ctrl+Enter confirms the form or starts the study of the screen.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (event.key === ' ' && selection.onToggle) selection.onToggle(row)
      else selection.onSelect(row)
      if (event.key === 'Enter') selection.onOpen?.(row)
      return
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      onPage(event.key === 'PageDown' ? 1 : -1)
      return
    }
    const next = rowMoves[event.key]?.(index, rows.length - 1)
    if (next === undefined) return
    event.preventDefault()
    body.current?.querySelectorAll<HTMLElement>('tr')[next]?.focus()
  }

  return (
    <tbody role="rowgroup" ref={body}>
      {rows.map((row, index) => (
        <tr
          key={rowId(row)}
          role="row"
          className={styles.row}
          aria-rowindex={firstIndex + index + 2}
          {...(selection && {
            tabIndex: index === Math.max(selectedIndex, 0) ? 0 : -1,
            'aria-selected': selection.isSelected?.(row) ?? index === selectedIndex,
            onClick: (event: MouseEvent) => {
              if (selection.onToggle && (event.ctrlKey || event.metaKey)) selection.onToggle(row)
              else selection.onSelect(row)
            },
            onDoubleClick: () => selection.onOpen?.(row),
            onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row, index),
          })}
        >
          {columns.map(({ id, header, value, cell, align, isPrimary, isTwoLines, ...hidden }) => (
            <td
              key={id}
              role={selection ? 'gridcell' : 'cell'}
              data-align={align}
              data-primary={isPrimary || undefined}
              data-two-lines={isTwoLines || undefined}
              data-empty={value(row) === '' || undefined}
              data-minor={hidden.isHiddenOnPhone || undefined}
              data-spare={hidden.isHiddenOnTablet || undefined}
              data-tight={hidden.isHiddenOnWideTablet || undefined}
              data-extra={hidden.isHiddenOnLaptop || undefined}
              {...(isFixed && !cell && { title: String(value(row)) })}
            >
              <span className={styles.cardLabel} aria-hidden>
                {header}
              </span>
              <span className={styles.cellValue}>{cell ? cell(row) : value(row)}</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const SkeletonRows = ({ columns }: { readonly columns: number }) => (
  <tbody role="rowgroup" aria-hidden>
    {Array.from({ length: limits.tableRows }, (_row, index) => (
      <tr key={index} role="row" className={styles.row}>
        {Array.from({ length: columns }, (_cell, place) => (
          <td key={place} role="cell">
            <Skeleton height={12} width={`${50 + ((index * 7 + place * 13) % 40)}%`} radius="xs" />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
