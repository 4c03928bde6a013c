import { IconArrowRight } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { PatientId, StudyRow } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { listPatientRows } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'
import { PatientPicker } from './record-picker.tsx'
import { ReassignForm } from './reassign-form.tsx'
import { useReassign } from './use-reassign.ts'

interface MoveStudyProps {
  readonly clinic: SelectedClinic
  readonly row: StudyRow
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function MoveStudy({ clinic, row, onDone, onCancel }: MoveStudyProps) {
  const { t } = useTranslation()
  const [patientId, setPatientId] = useState<PatientId>()
  const compared = useQuery(reassignQueries.study(row.studyId, patientId))
  const move = useReassign(reassignMutations.moveStudy, { onDone, onRefused: compared.refetch })
  const { timeZone } = clinic
  const name = formatPatientName(t, row.patientName, { number: row.patientId })
  const animal = [name, row.patientId, row.owner].filter(Boolean).join(' · ')
  const day = formatDateTime(row.studyDate, timeZone)
  return (
    <ReassignForm
      label={t('reassign:moveStudy.title')}
      text={t('reassign:moveStudy.text', { animal, day, count: row.imageCount })}
      actionLabel={t('reassign:move')}
      actionIcon={<Icon icon={IconArrowRight} />}
      isPicked={patientId !== undefined}
      picker={
        <PatientPicker
          clinicId={clinic.id}
          exceptId={row.patientDatabaseId}
          label={t('reassign:moveStudy.find')}
          onPick={(id) => {
            setPatientId(id)
            move.reset()
          }}
        />
      }
      compared={compared}
      revokedLinks={compared.data?.links}
      warning={
        compared.data && compared.data.from.speciesId !== compared.data.to.speciesId
          ? t('reassign:moveStudy.otherSpecies')
          : undefined
      }
      render={({ from, to }) => (
        <CompareTable
          titles={{ left: t('reassign:from'), right: t('reassign:to') }}
          rows={listPatientRows(from, to, { t, timeZone })}
        />
      )}
      isBusy={move.isPending}
      error={move.error}
      onAct={({ revision, to }) =>
        move.mutate({ body: { studyId: row.studyId, patientId: to.id, revision } })
      }
      onCancel={onCancel}
    />
  )
}
