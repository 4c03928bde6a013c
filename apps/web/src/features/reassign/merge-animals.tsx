import { IconArrowMerge } from '@tabler/icons-react'
import { formatPatientName } from '@talus/contract'
import type { Patient, PatientCard, PatientId, PatientMergeField } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { listPatientRows, listTaken, resolveChoices } from './compare-rows.ts'
import type { Side } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'
import { PatientPicker } from './record-picker.tsx'
import { ReassignForm } from './reassign-form.tsx'
import { useReassign } from './use-reassign.ts'

interface MergeAnimalsProps {
  readonly clinic: SelectedClinic
  readonly patient: Patient
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Two records of one animal rarely differ in name and owner. */
const isDoubtful = (keep: PatientCard, merge: PatientCard) =>
  keep.name.toLowerCase() !== merge.name.toLowerCase() && keep.ownerId !== merge.ownerId

/** The links of the record whose owner is given up; an unknown owner is never the same one. */
function countRevoked(
  {
    keep,
    merge,
    keepLinks,
    mergeLinks,
  }: {
    readonly keep: PatientCard
    readonly merge: PatientCard
    readonly keepLinks: number
    readonly mergeLinks: number
  },
  isOwnerTaken: boolean,
): number {
  const ownerId = isOwnerTaken ? merge.ownerId : keep.ownerId
  const ofKeep = keep.ownerId !== null && keep.ownerId !== ownerId ? keepLinks : 0
  const ofMerge = merge.ownerId === null || merge.ownerId !== ownerId ? mergeLinks : 0
  return ofKeep + ofMerge
}

export function MergeAnimals({ clinic, patient, onDone, onCancel }: MergeAnimalsProps) {
  const { t } = useTranslation()
  const [otherId, setOtherId] = useState<PatientId>()
  const [chosen, setChosen] = useState<ReadonlyMap<PatientMergeField, Side>>(new Map())
  const compared = useQuery(reassignQueries.patients(patient.id, otherId))
  const merge = useReassign(reassignMutations.mergePatients, {
    onDone,
    onRefused: compared.refetch,
  })
  const { data } = compared
  const rows = data ? listPatientRows(data.keep, data.merge, { t, timeZone: clinic.timeZone }) : []
  const choices = resolveChoices(rows, chosen)
  return (
    <ReassignForm
      label={t('reassign:mergeAnimals.title')}
      text={t('reassign:mergeAnimals.text', { name: formatPatientName(t, patient.name) })}
      actionLabel={t('reassign:merge')}
      actionIcon={<Icon icon={IconArrowMerge} />}
      isPicked={otherId !== undefined}
      picker={
        <PatientPicker
          clinicId={clinic.id}
          exceptId={patient.id}
          label={t('reassign:mergeAnimals.find')}
          onPick={(id) => {
            setOtherId(id)
            setChosen(new Map())
            merge.reset()
          }}
        />
      }
      compared={compared}
      revokedLinks={data && countRevoked(data, choices.get('owner') === 'right')}
      warning={
        data && isDoubtful(data.keep, data.merge) ? t('reassign:mergeAnimals.doubtful') : undefined
      }
      render={() => (
        <CompareTable
          titles={{ left: t('reassign:thisRecord'), right: t('reassign:otherRecord') }}
          rows={rows}
          choices={choices}
          onChoose={(field, side) => setChosen(new Map([...chosen, [field, side]]))}
        />
      )}
      isBusy={merge.isPending}
      error={merge.error}
      onAct={({ revision, keep, merge: other }) =>
        merge.mutate({
          body: { keepId: keep.id, mergeId: other.id, revision, take: listTaken(choices) },
        })
      }
      onCancel={onCancel}
    />
  )
}
