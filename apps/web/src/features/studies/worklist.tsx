import type { ClinicType, StudyId, StudyRow } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { markStale } from '../../api/records/mark-stale.ts'
import { studyQueries } from '../../api/records/study.ts'
import { useRecordChanges } from '../../api/records/use-record-changes.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { usePages } from '../../ui/table/use-pages.ts'
import { NoStudies, RefreshButton, StudiesFailed } from './list-states.tsx'
import { createStudyColumns } from './study-columns.tsx'
import { newestFirst, toStudySort } from './study-sort.ts'
import { listWorklistColumnIds } from './worklist-column-ids.ts'
import styles from './worklist.module.css'

interface WorklistProps {
  readonly clinic: SelectedClinic
  readonly selected: StudyId | undefined
  readonly onSelect: (row: StudyRow | undefined) => void
  /** Called on double click and Enter. */
  readonly onOpen: (row: StudyRow) => void
}

const idOf = (row: StudyRow) => row.studyId

/** Lists the studies of the clinic, newest first. */
export function Worklist({ clinic, selected, onSelect, onOpen }: WorklistProps) {
  const { t } = useTranslation()
  const { query: pageQuery, view } = usePages(newestFirst)
  useRecordChanges(clinic.id)
  const client = useQueryClient()
  const { data, isFetching, isError } = useQuery(
    studyQueries.page(clinic.id, { ...pageQuery, sort: toStudySort(pageQuery.sort) }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => createWorklistColumns(t, { clinicType, timeZone }),
    [t, clinicType, timeZone],
  )
  /** Also refreshes the studies of the selected patient, which share the query key. */
  const refresh = () => void markStale(client, [recordKeys.studies])
  useShortcuts([{ keys: 'r', label: t('studies:refresh'), run: refresh }])

  if (isError && data === undefined)
    return <StudiesFailed isFetching={isFetching} onRefresh={refresh} />
  return (
    <div className={styles.worklist}>
      <DataTable
        label={t('studies:tableLabel', { clinic: clinic.name })}
        view={view(data)}
        columns={columns}
        rowId={idOf}
        selection={{ selected, onSelect, onOpen }}
        searchLabel={t('studies:search')}
        isRefreshing={isFetching}
        isFixed
        actions={<RefreshButton isFetching={isFetching} onRefresh={refresh} />}
        empty={<NoStudies />}
      />
    </div>
  )
}

/** All columns fit on half a screen if none is wider than its content. */
const widths: Readonly<Record<string, number | string>> = {
  patientId: 'clamp(136px, 13cqi, 150px)',
  studyDate: 'clamp(126px, 17cqi, 150px)',
  modality: 84,
  images: 122,
  deleted: 92,
}

interface WorklistColumnOptions {
  readonly clinicType: ClinicType
  readonly timeZone: string
}

function createWorklistColumns(
  t: TFunction,
  options: WorklistColumnOptions,
): readonly Column<StudyRow>[] {
  const ids = listWorklistColumnIds(options.clinicType)
  return createStudyColumns(t, { ...options, variant: 'local' })
    .filter(({ id }) => ids.includes(id))
    .map((column) => ({ ...column, width: widths[column.id] ?? 'auto', isHiddenOnTablet: false }))
}
