import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Selection } from '../../ui/table/data-table.tsx'
import type { Column } from '../../ui/table/column.ts'

interface SectionTableProps<Row> {
  readonly title: string
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly isError: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly icon: ReactNode
  readonly emptyTitle: string
  readonly emptyText: string
  readonly actions?: ReactNode
  readonly selection?: Selection<Row>
}

const byFirst = <Row,>(columns: readonly Column<Row>[]) => ({
  id: columns[0]?.id ?? '',
  desc: false,
})

/** A list of the settings, sorted by its first column. */
export function SectionTable<Row extends { readonly id: number }>(props: SectionTableProps<Row>) {
  const { title, query, columns, icon, emptyTitle, emptyText, actions, selection } = props
  const { t } = useTranslation()
  if (query.isError && query.data === undefined) {
    return (
      <StatePanel icon={icon} title={t('settings:failed.title')} text={t('settings:failed.text')}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
          onClick={() => void query.refetch()}
        >
          {t('common:action.tryAgain')}
        </Button>
      </StatePanel>
    )
  }
  return (
    <DataTable
      label={title}
      rows={query.data}
      columns={columns}
      rowId={(row) => row.id}
      initialSort={byFirst(columns)}
      searchLabel={t('settings:search')}
      isRefreshing={query.isFetching}
      actions={actions}
      {...(selection && { selection })}
      empty={<StatePanel isCompact icon={icon} title={emptyTitle} text={emptyText} />}
    />
  )
}
