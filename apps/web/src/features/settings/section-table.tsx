import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Selection } from '../../ui/table/table-body.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { TableView } from '../../ui/table/table-view.ts'
import { Icon } from '../../ui/display/icon.tsx'

interface SectionTableProps<Row> {
  readonly title: string
  readonly view: TableView<Row>
  readonly query: {
    readonly data: unknown
    readonly isError: boolean
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly icon: ReactNode
  readonly emptyTitle: string
  readonly emptyText: string
  readonly actions?: ReactNode
  readonly rowActions?: ReactNode
  readonly filters?: ReactNode
  readonly selection?: Selection<Row>
  readonly note?: string | undefined
}

/** A table of the settings, or a retry button if it could not be loaded. */
export function SectionTable<Row extends { readonly id: number }>(props: SectionTableProps<Row>) {
  const { title, view, query, columns, icon, emptyTitle, emptyText, selection } = props
  const { t } = useTranslation()
  if (query.isError && query.data === undefined) {
    return (
      <StatePanel icon={icon} title={t('settings:failed.title')} text={t('settings:failed.text')}>
        <Button
          variant="default"
          leftSection={<Icon icon={IconRefresh} />}
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
      view={view}
      columns={columns}
      rowId={(row) => row.id}
      searchLabel={t('settings:search')}
      isRefreshing={query.isFetching}
      actions={props.actions}
      rowActions={props.rowActions}
      filters={props.filters}
      note={props.note}
      {...(selection && { selection })}
      empty={<StatePanel isCompact icon={icon} title={emptyTitle} text={emptyText} />}
    />
  )
}
