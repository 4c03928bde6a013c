import { IconArrowMerge } from '@tabler/icons-react'
import type { Owner, OwnerId, OwnerMergeField } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { listOwnerRows, listTaken, resolveChoices } from './compare-rows.ts'
import type { Side } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'
import { OwnerPicker } from './record-picker.tsx'
import { ReassignForm } from './reassign-form.tsx'
import { useReassign } from './use-reassign.ts'

interface MergeOwnersProps {
  readonly clinic: SelectedClinic
  readonly owner: Owner
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function MergeOwners({ clinic, owner, onDone, onCancel }: MergeOwnersProps) {
  const { t } = useTranslation()
  const [otherId, setOtherId] = useState<OwnerId>()
  const [chosen, setChosen] = useState<ReadonlyMap<OwnerMergeField, Side>>(new Map())
  const compared = useQuery(reassignQueries.owners(owner.id, otherId))
  const merge = useReassign(reassignMutations.mergeOwners, { onDone, onRefused: compared.refetch })
  const { data } = compared
  const rows = data ? listOwnerRows(data.keep, data.merge, { t, timeZone: clinic.timeZone }) : []
  const choices = resolveChoices(rows, chosen)
  return (
    <ReassignForm
      label={t('reassign:mergeOwners.title')}
      text={t('reassign:mergeOwners.text', { name: owner.name })}
      actionLabel={t('reassign:merge')}
      actionIcon={<Icon icon={IconArrowMerge} />}
      isPicked={otherId !== undefined}
      picker={
        <OwnerPicker
          clinicId={clinic.id}
          exceptId={owner.id}
          label={t('reassign:mergeOwners.find')}
          onPick={(id) => {
            setOtherId(id)
            setChosen(new Map())
            merge.reset()
          }}
        />
      }
      compared={compared}
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
