import { ActionIcon } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TableView } from './table-view.ts'
import { Icon } from '../display/icon.tsx'
import styles from './data-table.module.css'

interface TablePagerProps {
  readonly view: Pick<
    TableView<unknown>,
    'total' | 'isMore' | 'pageIndex' | 'pageSize' | 'pageCount' | 'setPage'
  >
  readonly isLoading: boolean
  readonly note?: string | undefined
}

export function TablePager({ view, isLoading, note }: TablePagerProps) {
  const { t } = useTranslation()
  const { total, isMore, pageIndex, pageSize, pageCount, setPage } = view
  const last = pageCount - 1
  const steps = [
    { label: t('common:table.firstPage'), icon: IconChevronsLeft, to: 0, isOff: pageIndex === 0 },
    {
      label: t('common:table.previousPage'),
      icon: IconChevronLeft,
      to: pageIndex - 1,
      isOff: pageIndex === 0,
    },
    {
      label: t('common:table.nextPage'),
      icon: IconChevronRight,
      to: pageIndex + 1,
      isOff: pageIndex >= last,
    },
    {
      label: t('common:table.lastPage'),
      icon: IconChevronsRight,
      to: last,
      isOff: pageIndex >= last,
    },
  ]
  const from = total === 0 ? 0 : pageIndex * pageSize + 1
  const to = Math.min(total, (pageIndex + 1) * pageSize)
  return (
    <div className={styles.pager}>
      <span role="status">
        {isLoading
          ? t('common:state.loading')
          : t(isMore ? 'common:table.rangeOfMore' : 'common:table.range', { from, to, total })}
      </span>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
      {pageCount === 1 ? null : (
        <nav className={styles.steps} aria-label={t('common:table.pages')}>
          {steps.map(({ label, icon, to: target, isOff }) => (
            <ActionIcon
              key={label}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={label}
              disabled={isOff}
              onClick={() => setPage(target)}
            >
              <Icon icon={icon} />
            </ActionIcon>
          ))}
        </nav>
      )}
    </div>
  )
}
