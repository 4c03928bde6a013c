import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { Column, Sort } from './column.ts'
import { Icon } from '../display/icon.tsx'
import styles from './data-table.module.css'

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

const getSortIcon = (isSorted: boolean, desc: boolean) => {
  if (!isSorted) return IconSelector
  return desc ? IconArrowDown : IconArrowUp
}

export const TableHead = <Row,>({ columns, sort, onSort }: TableHeadProps<Row>) => (
  <thead role="rowgroup" className={styles.head}>
    <tr role="row" aria-rowindex={1}>
      {columns.map(({ id, header, headerCell, align, width, isUnsorted, ...hidden }) => {
        const isSorted = sort.id === id
        const icon = getSortIcon(isSorted, sort.desc)
        return (
          <th
            key={id}
            role="columnheader"
            scope="col"
            style={{ width }}
            data-align={align}
            data-spare={hidden.isHiddenOnTablet || undefined}
            data-tight={hidden.isHiddenOnWideTablet || undefined}
            data-extra={hidden.isHiddenOnLaptop || undefined}
            {...(!isUnsorted && {
              'aria-sort': isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none',
            })}
          >
            {isUnsorted ? (
              <span className={styles.unsorted}>{headerCell ?? header}</span>
            ) : (
              <button
                type="button"
                className={styles.sort}
                data-sorted={isSorted || undefined}
                onClick={() => onSort({ id, desc: isSorted ? !sort.desc : false })}
              >
                {header}
                <Icon icon={icon} size="xs" />
              </button>
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)
