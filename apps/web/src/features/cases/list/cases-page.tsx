import { Button } from '@mantine/core'
import { IconRefresh, IconStethoscope } from '@tabler/icons-react'
import { caseSorts, caseStatus } from '@talus/contract'
import type { CaseRow } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { caseQueries } from '../../../api/records/case.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import { markStale } from '../../../api/records/mark-stale.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { useCaseZoneNote } from '../../../ui/hooks/use-zone-note.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { getTabId } from '../../../ui/layout/tab-list.tsx'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { usePages } from '../../../ui/table/use-pages.ts'
import { useNow } from '../shared/use-now.ts'
import { CaseActions } from './case-actions.tsx'
import { tabStatuses } from './case-buttons.ts'
import type { TabStatus } from './case-buttons.ts'
import { createCaseColumns, getMessage } from './case-columns.tsx'
import { CaseTabs } from './case-tabs.tsx'
import { describeEmpty } from './describe-empty.ts'
import { useSelectedCases } from './use-selected-cases.ts'

const idOf = (row: CaseRow) => row.id

/** The address has the status, so that Back returns to the same tab. */
export function CasesPage() {
  const [search, setSearch] = useSearchParams()
  const panelId = useId()
  const wanted = Number(search.get('status'))
  const status = tabStatuses.find((one) => one === wanted) ?? caseStatus.available
  useCaseChanges()
  return (
    <PageFrame isDense>
      <CaseTabs
        status={status}
        panelId={panelId}
        onStatus={(next) => setSearch({ status: String(next) }, { replace: true })}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={getTabId(panelId, String(status))}>
        <CaseTable key={status} status={status} />
      </div>
    </PageFrame>
  )
}

const isClosedStatus = (status: TabStatus) =>
  status === caseStatus.finalized || status === caseStatus.cancelled

/** Open cases by their due time, the others by their date. */
const getFirstSort = (status: TabStatus) =>
  isClosedStatus(status)
    ? ({ id: 'submitOn', desc: true } as const)
    : ({ id: 'due', desc: false } as const)

function CaseTable({ status }: { readonly status: TabStatus }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const now = useNow()
  const timeZone = useCaseZone()
  const zoneNote = useCaseZoneNote(timeZone)
  const { query, view: viewOf } = usePages(getFirstSort(status))
  const { data, isFetching, isError, isPlaceholderData } = useQuery(
    caseQueries.page({
      ...query,
      sort: caseSorts.find((sort) => sort === query.sort) ?? 'due',
      status,
    }),
  )
  const selected = useSelectedCases({
    key: JSON.stringify(query),
    rows: isPlaceholderData ? undefined : data?.rows,
  })
  const refresh = () => void markStale(client, [recordKeys.cases])
  const hasMessages = data?.rows.some((row) => getMessage(row) !== '') ?? false
  const columns = useMemo(
    () =>
      createCaseColumns(t, {
        now,
        isSelected: selected.isSelected,
        onToggle: selected.toggle,
        isEverySelected: selected.isEverySelected,
        onToggleAll: selected.togglePage,
        hasRadiologist: status !== caseStatus.available,
        isClosed: isClosedStatus(status),
        timeZone,
        hasMessages,
      }),
    [t, now, selected, status, timeZone, hasMessages],
  )
  useShortcuts([{ keys: 'r', label: t('cases:action.refresh'), run: refresh }])
  const refreshButton = (
    <Button
      variant="default"
      leftSection={<Icon icon={IconRefresh} />}
      onClick={refresh}
      aria-busy={isFetching}
    >
      {t('cases:action.refresh')}
    </Button>
  )
  if (isError && data === undefined)
    return (
      <StatePanel
        icon={<Icon icon={IconStethoscope} size="3xl" />}
        title={t('cases:failed.title')}
        text={t('cases:failed.text')}
      >
        {refreshButton}
      </StatePanel>
    )
  return (
    <DataTable
      label={t('cases:tableLabel', { status: t(`cases:status.${status}`) })}
      view={viewOf(data)}
      columns={columns}
      rowId={idOf}
      selection={{
        selected: selected.first?.id,
        onSelect: selected.select,
        onOpen: (row) => {
          if (!row.isRestricted) void navigate(`/editcases/${row.id}`)
        },
        isSelected: selected.isSelected,
        onToggle: selected.toggle,
      }}
      searchLabel={t('cases:search')}
      note={zoneNote}
      isRefreshing={isFetching}
      isFixed
      actions={refreshButton}
      rowActions={
        <CaseActions
          status={status}
          rows={selected.rows}
          hidden={selected.hidden}
          onClear={selected.clear}
        />
      }
      empty={<NoCases status={status} />}
    />
  )
}

/** An empty tab says how a case gets there. */
function NoCases({ status }: { readonly status: TabStatus }) {
  const { t } = useTranslation()
  const actor = useActor()
  return (
    <StatePanel
      isCompact
      icon={<Icon icon={IconStethoscope} size="xl" />}
      title={t(`cases:empty.${status}.title`)}
      text={describeEmpty(t, status, actor)}
    />
  )
}
