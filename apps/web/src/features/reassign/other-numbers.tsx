import { Button, Skeleton } from '@mantine/core'
import type { OtherNumber, Patient } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import styles from './reassign.module.css'

interface OtherNumbersProps {
  readonly patient: Patient
}

/** The patient IDs, besides its own, whose images are filed under an animal. */
export function OtherNumbers({ patient }: OtherNumbersProps) {
  const { t } = useTranslation()
  const numbers = useQuery(reassignQueries.otherNumbers(patient.id))
  if (numbers.isError) return <ErrorNote text={getErrorMessage(numbers.error)} />
  if (numbers.isPending) return <Skeleton height={120} />
  const { name } = patient
  if (numbers.data.length === 0)
    return <p className={styles.text}>{t('reassign:numbers.none', { name })}</p>
  return (
    <>
      <p className={styles.text}>{t('reassign:numbers.text', { name })}</p>
      <ul className={styles.history}>
        {numbers.data.map((entry) => (
          <NumberEntry
            key={`${entry.kind} ${entry.number} ${entry.name}`}
            entry={entry}
            patient={patient}
          />
        ))}
      </ul>
    </>
  )
}

interface NumberEntryProps extends OtherNumbersProps {
  readonly entry: OtherNumber
}

function NumberEntry({ entry: { number, kind, name }, patient }: NumberEntryProps) {
  const { t } = useTranslation()
  const forget = useRecordMutation(reassignMutations.forgetNumber)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await forget({ body: { patientId: patient.id, number } })
      toast.done(t('reassign:numbers.forgotten', { number }))
    } catch (error) {
      showError(error instanceof Error ? error.message : t('errors:unknown'))
    } finally {
      setBusy(false)
    }
  }
  const isUnnamed = kind === 'decided' && name === ''
  return (
    <li className={styles.entry}>
      <span className={styles.foundText}>
        <strong>{number}</strong>
        <small>
          {isUnnamed
            ? t('reassign:numbers.kind.decidedUnnamed')
            : t(`reassign:numbers.kind.${kind}`, { name })}
        </small>
      </span>
      {kind === 'merged' ? null : (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={t('reassign:numbers.forgetNumber', { number })}
          onClick={() => void run()}
        >
          {t('reassign:numbers.forget')}
        </Button>
      )}
    </li>
  )
}
