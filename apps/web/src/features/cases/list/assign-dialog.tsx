import { NativeSelect, Text } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { caseStatus, formatCaseNumber, formatPatientName } from '@talus/contract'
import type { CaseRow, UserId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { caseMutations, caseQueries } from '../../../api/records/case.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { formatRadiologist } from '../shared/radiologist-name.ts'

interface AssignOptions {
  readonly row: CaseRow
  /** Called after the actor has given the case to themselves. */
  readonly onOwn: () => void
}

const getTitle = ({ status }: CaseRow) =>
  status === caseStatus.available
    ? i18next.t('cases:assign.title')
    : i18next.t('cases:assign.again')

/** Lets a radiologist or an administrator choose who reads a case. */
export const openAssignDialog = (options: AssignOptions) =>
  openForm(getTitle(options.row), (close) => <AssignForm {...options} onDone={close} />, 480)

function AssignForm({ row, onOwn, onDone }: AssignOptions & { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const actor = useActor()
  const { data, error: loadError } = useQuery(caseQueries.radiologists)
  const assign = useRecordMutation(caseMutations.assign)
  const [chosen, setChosen] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const offered = (data ?? []).filter(({ id }) => id !== row.radiologistId)
  const radiologist = offered.find(({ id }) => String(id) === chosen)

  const act = async (radiologistId: UserId, name: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await assign({ params: { id: row.id }, body: { radiologistId } })
      onDone()
      if (radiologistId === actor.id) onOwn()
      else toast.done(t('cases:assign.done', { number: formatCaseNumber(row.id), name }))
    } catch (problem) {
      setError(getErrorMessage(problem))
      setBusy(false)
    }
  }
  const findReason = () => {
    if (data !== undefined && offered.length === 0) return t('cases:assign.none')
    return radiologist ? undefined : t('cases:assign.needed')
  }
  return (
    <ActionForm
      label={getTitle(row)}
      actionLabel={getTitle(row)}
      reason={findReason()}
      isBusy={isBusy}
      error={error ?? (loadError ? getErrorMessage(loadError) : undefined)}
      onAct={() => radiologist && void act(radiologist.id, formatRadiologist(radiologist))}
      onCancel={onDone}
    >
      <Text size="sm">
        {t('cases:assign.text', {
          number: formatCaseNumber(row.id),
          patient: formatPatientName(t, row.patientName),
        })}
        {row.radiologistName === ''
          ? null
          : ` ${t('cases:assign.now', { name: row.radiologistName })}`}
      </Text>
      <NativeSelect
        data-autofocus
        label={t('cases:assign.radiologist')}
        rightSection={<Icon icon={IconSelector} size="sm" />}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: t('cases:assign.needed'), disabled: true },
          ...offered.map((one) => ({
            value: String(one.id),
            label:
              one.id === actor.id
                ? t('cases:assign.me', { name: formatRadiologist(one) })
                : formatRadiologist(one),
          })),
        ]}
      />
    </ActionForm>
  )
}
