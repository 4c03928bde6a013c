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
import { settings } from '../../api/page-settings.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useActor } from '../../api/session.ts'
import { ClinicNeeded } from '../../ui/clinic-needed.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { usePages } from '../../ui/table/use-pages.ts'
import { recallList, rememberList } from './list-memory.ts'
import { NoStudies, RefreshButton, StudiesFailed } from './list-states.tsx'
import { studyQueries } from './studies.queries.ts'
import { StudyActions } from './study-actions.tsx'
import { studyColumns } from './study-columns.tsx'
import { askedBy, filtersSet } from './study-filter.ts'
import { StudyFilters } from './study-filters.tsx'
import { StudyPreview } from './study-preview.tsx'
import { newestFirst, studySortOf } from './study-sort.ts'
import { useOpenViewer } from './use-open-viewer.ts'
import { useStudyChanges } from './use-study-changes.ts'
import styles from './study-list.module.css'

interface StudyListProps {
  /** Starts or continues a study of the selected patient; where there is no sensor, nothing. */
  readonly xray?: ((row: StudyRow | undefined) => ReactNode) | undefined
  /** What can be done with the images of the selected study, or why nothing can. */
  readonly images?: (row: StudyRow | undefined, reason: string | undefined) => ReactNode
  /** Beside Refresh: how studies come in. */
  readonly intake?: ReactNode
  /** A study with images is selected: most likely they are looked at next. */
  readonly onViewable?: ((studyId: StudyId) => void) | undefined
}

export const StudyList = (props: StudyListProps) => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <StudiesOf key={clinic.id} clinic={clinic} {...props} />}
  </ClinicNeeded>
)

const idOf = (row: StudyRow) => row.studyId

interface StudiesOfProps extends StudyListProps {
  readonly clinic: SelectedClinic
}

function StudiesOf({ clinic, xray, images, intake, onViewable }: StudiesOfProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const viewer = useOpenViewer()
  const [start] = useState(() => recallList({ clinicId: clinic.id, userId: actor.id }))
  const [filter, setFilter] = useState(start.filter)
  const [selected, setSelected] = useState<StudyRow>()
  const { asked, place, view: viewOf, toFirstPage } = usePages(newestFirst, start.place)
  useEffect(() => rememberList({ clinicId: clinic.id, userId: actor.id, filter, place }))
  useStudyChanges(clinic.id)

  const { data, isFetching, isError, refetch } = useQuery(
    studyQueries.page(clinic.id, { ...asked, ...askedBy(filter), sort: studySortOf(asked.sort) }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => studyColumns(t, { clinicType, timeZone, variant: settings.variant }),
    [t, clinicType, timeZone],
  )
  const view = viewOf(data)
  const isFiltered = filtersSet(filter) > 0
  // The row as it is now, also when it has gone to another page.
  const row = data?.rows.find(({ studyId }) => studyId === selected?.studyId) ?? selected
  const viewable = row && viewer.reasonNot(row) === undefined ? row.studyId : undefined
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
          toFirstPage()
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
            nothing={t('studies:filter.nothingFound')}
            isRefreshing={isFetching}
            isFixed
            actions={
              <>
                {intake}
                <RefreshButton isFetching={isFetching} onRefresh={refresh} />
                {can(actor, 'report.create') ? (
                  <Button
                    component={Link}
                    to="/xlogreport"
                    variant="default"
                    leftSection={<IconReportAnalytics size={18} stroke={1.5} aria-hidden />}
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
          onOpen={() => row && viewer.open(row)}
          onClose={() => setSelected(undefined)}
          actions={
            <StudyActions
              row={row}
              xray={xray?.(row)}
              images={images?.(row, viewer.reasonNot(row))}
            />
          }
        />
      </div>
    </PageFrame>
  )
}
