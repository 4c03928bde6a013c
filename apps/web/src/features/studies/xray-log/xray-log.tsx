import { Button, SegmentedControl } from '@mantine/core'
import { IconFileSpreadsheet, IconPhotoScan } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { settings } from '../../../api/page-settings.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { ClinicNeeded } from '../../../ui/clinic-needed.tsx'
import { monthsBefore } from '../../../ui/dates.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { usePages } from '../../../ui/table/use-pages.ts'
import { useToday } from '../../../ui/use-today.ts'
import { studyQueries } from '../studies.queries.ts'
import { CreateReport } from '../study-actions.tsx'
import { studyColumns } from '../study-columns.tsx'
import { askedBy, noFilter } from '../study-filter.ts'
import { newestFirst, studySortOf } from '../study-sort.ts'
import { useStudyChanges } from '../use-study-changes.ts'
import type { LogDays } from '../day-fields.tsx'
import { RejectStatistics } from './rejects/reject-statistics.tsx'
import { openXrayLogDialog } from './xray-log-dialog.tsx'
import { XrayLogDays } from './xray-log-days.tsx'
import styles from './xray-log.module.css'

const shownMonths = 3

/** Who exposed what in which time: to look at, and to hand to an inspector. */
export const XrayLog = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <LogOf key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

const idOf = (row: StudyRow) => row.studyId

const views = ['log', 'rejects'] as const

/** Days and the part that is shown; the part is in the address, so that it can be gone back to. */
function LogOf({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const actor = useActor()
  const today = useToday(clinic.timeZone)
  const [days, setDays] = useState({ dateFrom: monthsBefore(today, shownMonths), dateTo: today })
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
            pages.toFirstPage()
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
  readonly days: LogDays
  readonly pages: ReturnType<typeof usePages>
}

function LogTable({ clinic, days, pages: { asked, view: viewOf } }: LogTableProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const [selected, setSelected] = useState<StudyRow>()
  useStudyChanges(clinic.id)
  const { data, isFetching } = useQuery(
    studyQueries.page(clinic.id, {
      ...asked,
      ...askedBy({ ...noFilter, ...days }),
      sort: studySortOf(asked.sort),
    }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => studyColumns(t, { clinicType, timeZone, variant: settings.variant, withUser: true }),
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
              leftSection={<IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />}
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
          icon={<IconPhotoScan size={24} stroke={1.5} />}
          title={t('xrayLog:empty.title')}
          text={t('xrayLog:empty.text')}
        />
      }
    />
  )
}
