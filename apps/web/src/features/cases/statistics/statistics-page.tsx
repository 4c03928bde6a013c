import { Button, NativeSelect } from '@mantine/core'
import { IconChartBar, IconDownload, IconSelector } from '@tabler/icons-react'
import {
  caseModalities,
  casePriorities,
  CaseStatus,
  formatCaseNumber,
  formatCsvFile,
  formatPatientName,
} from '@talus/contract'
import type { CaseRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseQueries } from '../../../api/records/case.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { saveFile } from '../../../api/save-file.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime, getReaderZone, isDay } from '../../../ui/format/dates.ts'
import { DayInput } from '../../../ui/inputs/day-input.tsx'
import { useCaseZoneNote } from '../../../ui/hooks/use-zone-note.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { searchRows } from '../../../ui/table/column.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useRows } from '../../../ui/table/use-rows.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { PriorityBadge } from '../shared/priority-badge.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Bars, Figures, VolumeChart } from './figure-charts.tsx'
import { findDayFaults } from '../shared/day-faults.ts'
import styles from './statistics.module.css'

const noFilter = { status: '', modality: '', priority: '', from: '', to: '' }
type Filter = typeof noFilter
const statuses = [1, 2, 3, 4, 5] as const

const toQuery = ({ status, modality, priority, from, to }: Filter, timeZone: string) => ({
  status: status === '' ? undefined : CaseStatus.safeParse(status).data,
  modality: caseModalities.find((one) => one === modality),
  priority: casePriorities.find((one) => one === priority),
  submitdateFrom: isDay(from) ? from : undefined,
  submitdateTo: isDay(to) ? to : undefined,
  timeZone,
})

const idOf = (row: CaseRow) => row.id

const createColumns = (t: TFunction, timeZone: string | undefined): readonly Column<CaseRow>[] => [
  {
    id: 'caseNumber',
    header: t('cases:column.caseNumber'),
    value: (row) => formatCaseNumber(row.id),
  },
  { id: 'clinicName', header: t('cases:column.clinicName'), value: (row) => row.clinicName },
  {
    id: 'patientName',
    header: t('cases:column.patientName'),
    value: (row) => formatPatientName(t, row.patientName),
    isPrimary: true,
  },
  {
    id: 'sex',
    header: t('caseFigures:sex'),
    value: (row) => (row.sex ? t('cases:sex.male') : t('cases:sex.female')),
  },
  {
    id: 'modality',
    header: t('cases:column.modality'),
    value: (row) => t(`cases:modality.${row.modality}`),
  },
  {
    id: 'priority',
    header: t('cases:column.priority'),
    value: (row) => t(`cases:priority.${row.priority}`),
    cell: (row) => <PriorityBadge priority={row.priority} />,
  },
  {
    id: 'status',
    header: t('caseFigures:filter.status'),
    value: (row) => t(`cases:status.${row.status}`),
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    id: 'submitOn',
    header: t('cases:column.submitOn'),
    value: (row) => (row.submitOn === null ? '' : formatDateTime(row.submitOn, timeZone)),
  },
]

/** Numbers, charts and rows of the submitted cases; test cases are left out by the server. */
export function StatisticsPage() {
  const { t, i18n } = useTranslation()
  const [filter, setFilter] = useState(noFilter)
  useCaseChanges()
  const timeZone = useCaseZone()
  const zoneNote = useCaseZoneNote(timeZone)
  const query = toQuery(filter, timeZone ?? getReaderZone())
  const { data: rows, isError, isFetching } = useQuery(caseQueries.figureRows(query))
  const { data: figures } = useQuery(caseQueries.figures(query))
  const columns = useMemo(() => createColumns(t, timeZone), [t, timeZone])
  const view = useRows(isError ? none : rows, columns, { id: 'submitOn', desc: true })
  const save = () => {
    const lines = searchRows(rows ?? none, columns, view.searchText).map((row) =>
      columns.map((column) => column.value(row)),
    )
    const csv = formatCsvFile(
      [columns.map(({ header }) => header), ...lines],
      toLanguage(i18n.language),
    )
    const name = `${t('caseFigures:fileName')}.csv`
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)
    toast.savedFile(t('cases:report.saved', { name }))
  }
  return (
    <PageFrame>
      <Filters filter={filter} onFilter={setFilter} />
      {figures && figures.total > 0 ? (
        <>
          <Figures figures={figures} />
          <div className={styles.charts}>
            <VolumeChart figures={figures} />
            <Bars
              title={t('cases:column.priority')}
              bars={figures.byPriority.map(({ priority, count }) => ({
                name: t(`cases:priority.${priority}`),
                count,
              }))}
            />
            <Bars
              title={t('cases:column.modality')}
              bars={figures.byModality.map(({ modality, count }) => ({
                name: t(`cases:modality.${modality}`),
                count,
              }))}
            />
            {figures.byRadiologist.length === 0 ? null : (
              <Bars title={t('cases:column.radiologist')} bars={figures.byRadiologist} />
            )}
          </div>
        </>
      ) : null}
      <DataTable
        label={t('caseFigures:tableLabel')}
        view={view}
        columns={columns}
        rowId={idOf}
        searchLabel={t('cases:search')}
        note={zoneNote}
        isRefreshing={isFetching}
        actions={
          <Button
            variant="default"
            leftSection={<Icon icon={IconDownload} />}
            disabled={isError || view.total === 0}
            onClick={save}
          >
            {t('caseFigures:invoice.download')}
          </Button>
        }
        empty={
          <StatePanel
            isCompact
            icon={<Icon icon={IconChartBar} size="xl" />}
            title={t('caseFigures:empty.title')}
            text={t('caseFigures:empty.text')}
          />
        }
      />
    </PageFrame>
  )
}

/** A failed request shows an empty list, as specified. */
const none: readonly CaseRow[] = []

interface FiltersProps {
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}

function Filters({ filter, onFilter }: FiltersProps) {
  const { t } = useTranslation()
  const change = (name: keyof Filter, value: string) => onFilter({ ...filter, [name]: value })
  const faults = findDayFaults(filter)
  const all = { value: '', label: t('caseFigures:filter.all') }
  const choices = {
    status: statuses.map((one) => ({ value: String(one), label: t(`cases:status.${one}`) })),
    modality: caseModalities.map((one) => ({ value: one, label: t(`cases:modality.${one}`) })),
    priority: casePriorities.map((one) => ({ value: one, label: t(`cases:priority.${one}`) })),
  }
  return (
    <div className={styles.filters} role="group" aria-label={t('caseFigures:filter.title')}>
      {(['status', 'modality', 'priority'] as const).map((name) => (
        <NativeSelect
          key={name}
          label={t(`caseFigures:filter.${name}`)}
          rightSection={<Icon icon={IconSelector} size="sm" />}
          value={filter[name]}
          onChange={(event) => change(name, event.currentTarget.value)}
          data={[all, ...choices[name]]}
        />
      ))}
      {(['from', 'to'] as const).map((side) => (
        <DayInput
          key={side}
          label={t(`caseFigures:filter.${side}`)}
          value={filter[side]}
          error={faults[side] === undefined ? undefined : t(faults[side])}
          onChange={(value) => change(side, value)}
        />
      ))}
    </div>
  )
}
