import { Button } from '@mantine/core'
import { IconBuildingHospital, IconPhotoScan, IconRefresh } from '@tabler/icons-react'
import type { StudyId, StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settings } from '../../api/page-settings.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useRows } from '../../ui/table/use-rows.ts'
import { studyQueries } from './studies.queries.ts'
import { studyColumns } from './study-columns.tsx'

export function StudyList() {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  if (clinic) return <StudiesOf key={clinic.id} clinic={clinic} />
  return (
    <StatePanel
      icon={<IconBuildingHospital size={32} stroke={1.5} />}
      title={t('studies:noClinic.title')}
      text={t('studies:noClinic.text')}
    />
  )
}

const newestFirst = { id: 'studyDate', desc: true } as const
const idOf = (row: StudyRow) => row.studyId

function StudiesOf({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<StudyId>()
  const { data, isFetching, isError, refetch } = useQuery(studyQueries.worklist(clinic.id))
  const { clinicType, timeZone } = clinic
  const columns = useMemo(
    () => studyColumns(t, { clinicType, timeZone, variant: settings.variant }),
    [t, clinicType, timeZone],
  )
  const view = useRows(data, columns, newestFirst)
  const refresh = () => void refetch()
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
    <PageFrame>
      <DataTable
        label={t('studies:tableLabel', { clinic: clinic.name })}
        view={view}
        columns={columns}
        rowId={idOf}
        selection={{ selected, onSelect: (row) => setSelected(row?.studyId) }}
        searchLabel={t('studies:search')}
        isRefreshing={isFetching}
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
    </PageFrame>
  )
}
