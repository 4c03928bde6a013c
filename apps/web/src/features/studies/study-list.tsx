import { Button } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { StudyId, StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { pageSettings } from '../../api/page-settings.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useActor } from '../../api/session.ts'
import { studyQueries } from '../../api/records/study.ts'
import { useRecordChanges } from '../../api/records/use-record-changes.ts'
import { ClinicNeeded } from '../../ui/states/clinic-needed.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useZoneNote } from '../../ui/hooks/use-zone-note.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { usePages } from '../../ui/table/use-pages.ts'
import { readStoredList, storeList } from './list-storage.ts'
import { NoStudies, RefreshButton, StudiesFailed } from './list-states.tsx'
import { StudyActions } from './study-actions.tsx'
import { createStudyColumns } from './study-columns.tsx'
import { toPageParams, countFilters } from './study-filter.ts'
import { StudyFilters } from './study-filters.tsx'
import { StudyPreview } from './study-preview.tsx'
import type { ImageMark } from './study-preview.tsx'
import { newestFirst, toStudySort } from './study-sort.ts'
import { useOpenViewer } from './use-open-viewer.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './study-list.module.css'

interface StudyListProps {
  /**
   * Button that starts or continues a study of the selected patient; undefined without a sensor.
   */
  readonly xray?: ((row: StudyRow | undefined) => ReactNode) | undefined
  /** Menu for the images of the selected study; `reason` says why it is disabled. */
  readonly images?: (row: StudyRow | undefined, reason: string | undefined) => ReactNode
  /** The documents of the selected study. */
  readonly documents?: ((row: StudyRow) => ReactNode) | undefined
  /** A mark at the thumbnails of the selected study. */
  readonly imageMark?: ImageMark | undefined
  /** Button that asks a radiologist about the selected study. */
  readonly createCase?: ((row: StudyRow | undefined) => ReactNode) | undefined
  /** Button that moves the selected study to another animal. */
  readonly move?: (row: StudyRow | undefined) => ReactNode
  /** Controls beside Refresh that import studies. */
  readonly intake?: ReactNode
  /** Button that opens the reports that the user has not finished. */
  readonly drafts?: ReactNode
  /** Called when a study with images is selected, which the user will probably open next. */
  readonly onViewable?: ((studyId: StudyId) => void) | undefined
}

export const StudyList = (props: StudyListProps) => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicStudyList key={clinic.id} clinic={clinic} {...props} />}
  </ClinicNeeded>
)

const idOf = (row: StudyRow) => row.studyId

interface ClinicStudyListProps extends StudyListProps {
  readonly clinic: SelectedClinic
}

function ClinicStudyList({
  clinic,
  xray,
  images,
  documents,
  imageMark,
  createCase,
  move,
  intake,
  drafts,
  onViewable,
}: ClinicStudyListProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const viewer = useOpenViewer()
  const [stored] = useState(() => readStoredList({ clinicId: clinic.id, userId: actor.id }))
  const [filter, setFilter] = useState(stored.filter)
  const [selected, setSelected] = useState<StudyRow>()
  const {
    query: pageQuery,
    place,
    view: viewOf,
    goToFirstPage,
  } = usePages(newestFirst, stored.place)
  useEffect(() => storeList({ clinicId: clinic.id, userId: actor.id, filter, place }))
  useRecordChanges(clinic.id)

  const { data, isFetching, isError, refetch } = useQuery(
    studyQueries.page(clinic.id, {
      ...pageQuery,
      ...toPageParams(filter),
      sort: toStudySort(pageQuery.sort),
    }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => createStudyColumns(t, { clinicType, timeZone, variant: pageSettings.variant }),
    [t, clinicType, timeZone],
  )
  const zoneNote = useZoneNote(timeZone)
  const view = viewOf(data)
  const isFiltered = countFilters(filter) > 0
  // The current state of the selected row, even if it is on another page now.
  const row = data?.rows.find(({ studyId }) => studyId === selected?.studyId) ?? selected
  const viewable = row && viewer.getDisabledReason(row) === undefined ? row.studyId : undefined
  useEffect(() => {
    if (viewable !== undefined) onViewable?.(viewable)
  }, [viewable, onViewable])
  const refresh = () => void refetch()
  useShortcuts([
    { keys: 'r', label: t('studies:refresh'), run: refresh },
    { keys: 'v', label: t('studies:action.viewImages'), run: () => row && viewer.open(row) },
  ])

  if (isError && data === undefined)
    return <StudiesFailed isFetching={isFetching} onRefresh={refresh} />
  return (
    <PageFrame isDense>
      <StudyFilters
        applied={filter}
        onApply={(next) => {
          setFilter(next)
          goToFirstPage()
        }}
      />
      <div className={styles.columns}>
        <div className={styles.table}>
          <DataTable
            label={t('studies:tableLabel', { clinic: clinic.name })}
            view={{ ...view, isEmpty: view.isEmpty && !isFiltered }}
            columns={columns}
            rowId={idOf}
            selection={{ selected: row?.studyId, onSelect: setSelected, onOpen: viewer.open }}
            searchLabel={t('studies:search')}
            noResultsText={t('studies:filter.nothingFound')}
            isRefreshing={isFetching}
            note={zoneNote}
            isFixed
            actions={
              <>
                {intake}
                <RefreshButton isFetching={isFetching} onRefresh={refresh} />
                {drafts}
                {can(actor, 'report.create') ? (
                  <Button
                    component={Link}
                    to="/xlogreport"
                    variant="default"
                    leftSection={<Icon icon={IconReportAnalytics} />}
                  >
                    {t('studies:action.createXrayLog')}
                  </Button>
                ) : null}
              </>
            }
            empty={<NoStudies />}
          />
        </div>
        <StudyPreview
          row={row}
          clinic={clinic}
          documents={documents}
          imageMark={imageMark}
          onOpen={(imageId) => row && viewer.open(row, imageId)}
          onClose={() => setSelected(undefined)}
          actions={
            <StudyActions
              row={row}
              xray={xray?.(row)}
              images={images?.(row, viewer.getDisabledReason(row))}
              createCase={createCase?.(row)}
              move={move?.(row)}
            />
          }
        />
      </div>
    </PageFrame>
  )
}
