import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowsSort, IconSearch, IconSelector, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import type { Column, Sort } from './column.ts'
import { Icon } from '../display/icon.tsx'
import styles from './data-table.module.css'

interface TableToolbarProps<Row> {
  readonly searchLabel: string
  readonly searchText: string
  readonly onSearchText: (words: string) => void
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** Focuses the first row; false if there is none. */
  readonly onLeaveDown: () => boolean
  readonly filters: ReactNode
  readonly actions: ReactNode
}

export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { searchLabel, searchText, onSearchText, columns, sort, onSort, filters, actions } = props
  const { onLeaveDown } = props
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  /** The next key replaces the old words. */
  const focusSearch = () => {
    input.current?.focus()
    input.current?.select()
  }
  useShortcuts([{ keys: '/', label: t('common:keys.search'), run: focusSearch }])
  const sorted = columns.filter(({ isUnsorted }) => !isUnsorted)
  return (
    <div className={styles.toolbar} role="search">
      <TextInput
        ref={input}
        className={styles.search}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={searchText}
        onChange={(event) => onSearchText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && onLeaveDown()) event.preventDefault()
        }}
        leftSection={<Icon icon={IconSearch} size="sm" />}
        rightSection={
          searchText === '' ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('common:table.clearSearch')}
              onClick={() => {
                onSearchText('')
                input.current?.focus()
              }}
            >
              <Icon icon={IconX} size="sm" />
            </ActionIcon>
          )
        }
      />
      {sorted.length === 0 ? null : (
        <NativeSelect
          className={styles.cardSort}
          aria-label={t('common:table.sortBy')}
          leftSection={<Icon icon={IconArrowsSort} size="sm" />}
          rightSection={<Icon icon={IconSelector} size="sm" />}
          value={`${sort.id} ${sort.desc ? 'desc' : 'asc'}`}
          onChange={(event) => {
            const [id = sort.id, direction] = event.currentTarget.value.split(' ')
            onSort({ id, desc: direction === 'desc' })
          }}
          data={sorted.flatMap(({ id, header }) => [
            { value: `${id} asc`, label: t('common:table.ascending', { column: header }) },
            { value: `${id} desc`, label: t('common:table.descending', { column: header }) },
          ])}
        />
      )}
      {filters}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}
