import { Button, SegmentedControl } from '@mantine/core'
import { IconFileSpreadsheet, IconPhotoScan } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { pageSettings } from '../../../api/page-settings.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { subtractMonths } from '../../../ui/format/dates.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { usePages } from '../../../ui/table/use-pages.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useRecordChanges } from '../../../api/records/use-record-changes.ts'
import { CreateReport } from '../study-actions.tsx'
import { createStudyColumns } from '../study-columns.tsx'
import { toPageParams, noFilter } from '../study-filter.ts'
import { newestFirst, toStudySort } from '../study-sort.ts'
import type { DayRange } from '../day-fields.tsx'
import { RejectStatistics } from './rejects/reject-statistics.tsx'
import { openXrayLogDialog } from './xray-log-dialog.tsx'
import { XrayLogDays } from './xray-log-days.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './xray-log.module.css'

const shownMonths = 3

/** The log of all exposures, to view and to export for an inspector. */
export const XrayLog = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicXrayLog key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

const idOf = (row: StudyRow) => row.studyId

const views = ['log', 'rejects'] as const

/**
 * Shows the log or the reject statistics of a date range; the view is in the URL, so Back works.
 */
function ClinicXrayLog({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const actor = useActor()
  const today = useToday(clinic.timeZone)
  const [days, setDays] = useState({ dateFrom: subtractMonths(today, shownMonths), dateTo: today })
  const [search, setSearch] = useSearchParams()
  const pages = usePages(newestFirst)
  const mayReport = can(actor, 'report.create')
  const view = mayReport && search.get('view') === 'rejects' ? 'rejects' : 'log'
  return (
    <PageFrame isDense>
      <div className={styles.head}>
        <XrayLogDays
          applied={days}
          onApply={(next) => {
            setDays(next)
            pages.goToFirstPage()
          }}
        />
        {mayReport ? (
          <SegmentedControl
            aria-label={t('xrayLog:view.label')}
            value={view}
            onChange={(next) => setSearch(next === 'log' ? {} : { view: next })}
            data={views.map((value) => ({ value, label: t(`xrayLog:view.${value}`) }))}
          />
        ) : null}
      </div>
      {view === 'log' ? (
        <LogTable clinic={clinic} days={days} pages={pages} />
      ) : (
        <RejectStatistics clinic={clinic} days={days} today={today} />
      )}
    </PageFrame>
  )
}

interface LogTableProps {
  readonly clinic: SelectedClinic
  readonly days: DayRange
  readonly pages: ReturnType<typeof usePages>
}

function LogTable({ clinic, days, pages: { query: pageQuery, view: viewOf } }: LogTableProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const [selected, setSelected] = useState<StudyRow>()
  useRecordChanges(clinic.id)
  const { data, isFetching } = useQuery(
    studyQueries.page(clinic.id, {
      ...pageQuery,
      ...toPageParams({ ...noFilter, ...days }),
      sort: toStudySort(pageQuery.sort),
    }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () =>
      createStudyColumns(t, {
        clinicType,
        timeZone,
        variant: pageSettings.variant,
        withUser: true,
      }),
    [t, clinicType, timeZone],
  )
  const row = data?.rows.find(({ studyId }) => studyId === selected?.studyId) ?? selected
  return (
    <DataTable
      label={t('xrayLog:tableLabel', { clinic: clinic.name })}
      view={viewOf(data)}
      columns={columns}
      rowId={idOf}
      selection={{ selected: row?.studyId, onSelect: setSelected }}
      searchLabel={t('studies:search')}
      isRefreshing={isFetching}
      isFixed
      actions={
        can(actor, 'report.create') ? (
          <>
            <CreateReport row={row} />
            <Button
              leftSection={<Icon icon={IconFileSpreadsheet} />}
              onClick={() => openXrayLogDialog(t, { clinic, days })}
            >
              {t('studies:action.createXrayLog')}
            </Button>
          </>
        ) : null
      }
      empty={
        <StatePanel
          isCompact
          icon={<Icon icon={IconPhotoScan} size="xl" />}
          title={t('xrayLog:empty.title')}
          text={t('xrayLog:empty.text')}
        />
      }
    />
  )
}
