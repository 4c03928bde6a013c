import { Button } from '@mantine/core'
import { IconPhotoScan, IconRefresh } from '@tabler/icons-react'
import type { StudyId, StudyRow } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { usePages } from '../../ui/table/use-pages.ts'
import { studyQueries } from './studies.queries.ts'
import { newestFirst, studySortOf } from './study-sort.ts'
import { useStudyChanges } from './use-study-changes.ts'
import { worklistColumns } from './worklist-columns.tsx'
import styles from './worklist.module.css'

interface WorklistProps {
  readonly clinic: SelectedClinic
  readonly selected: StudyId | undefined
  readonly onSelect: (row: StudyRow | undefined) => void
  /** Double click or Enter. */
  readonly onOpen: (row: StudyRow) => void
}

const idOf = (row: StudyRow) => row.studyId

/** The studies of the clinic, those of today on top. */
export function Worklist({ clinic, selected, onSelect, onOpen }: WorklistProps) {
  const { t } = useTranslation()
  const { asked, view } = usePages(newestFirst)
  useStudyChanges(clinic.id)
  const client = useQueryClient()
  const { data, isFetching, isError } = useQuery(
    studyQueries.page(clinic.id, { ...asked, sort: studySortOf(asked.sort) }),
  )
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => worklistColumns(t, { clinicType, timeZone }),
    [t, clinicType, timeZone],
  )
  /** With what is known of the selected patient's studies. */
  const refresh = () => void client.invalidateQueries({ queryKey: studyQueries.all })
  useShortcuts([{ keys: 'r', label: t('studies:refresh'), run: refresh }])

  const refreshButton = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
      onClick={refresh}
      aria-busy={isFetching}
    >
      {t('studies:refresh')}
    </Button>
  )
  if (isError && data === undefined) {
    return (
      <StatePanel
        icon={<IconPhotoScan size={32} stroke={1.5} />}
        title={t('studies:failed.title')}
        text={t('studies:failed.text')}
      >
        {refreshButton}
      </StatePanel>
    )
  }
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
        actions={refreshButton}
        empty={
          <StatePanel
            isCompact
            icon={<IconPhotoScan size={24} stroke={1.5} />}
            title={t('studies:empty.title')}
            text={t('studies:empty.text')}
          />
        }
      />
    </div>
  )
}
