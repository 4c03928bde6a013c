import { Button, Skeleton } from '@mantine/core'
import type { OtherNumber, Patient } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { reassignMutations, reassignQueries } from '../../api/records/reassign.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { showError } from '../../ui/modals/confirm.tsx'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import styles from './reassign.module.css'

interface OtherNumbersProps {
  readonly patient: Patient
  readonly timeZone: string
}

/** The patient IDs, besides its own, whose images are filed under an animal. */
export function OtherNumbers({ patient, timeZone }: OtherNumbersProps) {
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
            key={`${entry.kind} ${entry.number} ${entry.name} ${entry.studyDate ?? ''}`}
            entry={entry}
            patient={patient}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </>
  )
}

interface NumberEntryProps extends OtherNumbersProps {
  readonly entry: OtherNumber
}

/** The origin of a number. */
function formatKind(
  t: TFunction,
  { kind, name, studyDate }: OtherNumber,
  timeZone: string,
): string {
  if (kind === 'study') {
    const date = studyDate === null ? '' : formatDay(studyDate, timeZone)
    return name === ''
      ? t('reassign:numbers.kind.studyUnnamed', { date })
      : t('reassign:numbers.kind.study', { date, name })
  }
  if (kind === 'decided' && name === '') return t('reassign:numbers.kind.decidedUnnamed')
  return t(`reassign:numbers.kind.${kind}`, { name })
}

function NumberEntry({ entry, patient, timeZone }: NumberEntryProps) {
  const { number, kind } = entry
  const { t } = useTranslation()
  const forget = useRecordMutation(reassignMutations.forgetNumber)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await forget({ body: { patientId: patient.id, number } })
      toast.done(
        number === ''
          ? t('reassign:numbers.forgottenUnnumbered')
          : t('reassign:numbers.forgotten', { number }),
      )
    } catch (error) {
      showError(error instanceof Error ? error.message : t('errors:unknown'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.entry}>
      <span className={styles.foundText}>
        <strong>{number || t('reassign:numbers.noNumber')}</strong>
        <small>{formatKind(t, entry, timeZone)}</small>
      </span>
      {kind === 'merged' ? null : (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={
            number === ''
              ? t('reassign:numbers.forgetUnnumbered')
              : t('reassign:numbers.forgetNumber', { number })
          }
          onClick={() => void run()}
        >
          {t('reassign:numbers.forget')}
        </Button>
      )}
    </li>
  )
}
