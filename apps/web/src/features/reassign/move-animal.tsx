import { IconArrowRight } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { OwnerId, Patient } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { listOwnerRows } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'
import { OwnerPicker } from './record-picker.tsx'
import { ReassignForm } from './reassign-form.tsx'
import { useReassign } from './use-reassign.ts'

interface MoveAnimalProps {
  readonly clinic: SelectedClinic
  readonly patient: Patient
  readonly onDone: (ownerId: OwnerId | null) => void
  readonly onCancel: () => void
}

export function MoveAnimal({ clinic, patient, onDone, onCancel }: MoveAnimalProps) {
  const { t } = useTranslation()
  const [ownerId, setOwnerId] = useState<OwnerId>()
  const compared = useQuery(reassignQueries.ownerOfPatient(patient.id, ownerId))
  const move = useReassign(reassignMutations.movePatient, {
    onDone: (made) => onDone(made.ownerId),
    onRefused: compared.refetch,
  })
  return (
    <ReassignForm
      label={t('reassign:moveAnimal.title')}
      text={t('reassign:moveAnimal.text', { name: formatPatientName(t, patient.name) })}
      actionLabel={t('reassign:move')}
      actionIcon={<Icon icon={IconArrowRight} />}
      isPicked={ownerId !== undefined}
      picker={
        <OwnerPicker
          clinicId={clinic.id}
          exceptId={patient.ownerId}
          label={t('reassign:moveAnimal.find')}
          onPick={(id) => {
            setOwnerId(id)
            move.reset()
          }}
        />
      }
      compared={compared}
      revokedLinks={compared.data?.links}
      render={({ from, to }) => (
        <CompareTable
          titles={{ left: t('reassign:from'), right: t('reassign:to') }}
          rows={listOwnerRows(from, to, { t, timeZone: clinic.timeZone })}
        />
      )}
      isBusy={move.isPending}
      error={move.error}
      onAct={({ revision, to }) =>
        move.mutate({ body: { patientId: patient.id, ownerId: to.id, revision } })
      }
      onCancel={onCancel}
    />
  )
}
