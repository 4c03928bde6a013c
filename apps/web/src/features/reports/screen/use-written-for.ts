import { formatPatientName } from '@talus/contract'
import type { Patient, PatientId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { patientQueries } from '../../../api/records/patient.ts'
import { useStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

/** The id of the patient that the author writes for; the study may have been moved since. */
export type WrittenForStore = Store<PatientId>

const ownError = { meta: { showsOwnError: true } } as const

const describe = (t: TFunction, patient: Patient | undefined) => {
  if (!patient) return '…'
  const { name, patientId: number } = patient
  return `${formatPatientName(t, name, { number })} (${number})`
}

/**
 * Describes the patient that the author writes for and the one to which the study was moved;
 * undefined if they are the same.
 */
export function useMovedStudy(study: Study, writtenFor: WrittenForStore) {
  const { t } = useTranslation()
  const formerId = useStore(writtenFor)
  const former = useQuery({ ...patientQueries.one(formerId), ...ownError }).data
  const present = useQuery({ ...patientQueries.one(study.patientId), ...ownError }).data
  if (formerId === study.patientId) return undefined
  return { former: describe(t, former), present: describe(t, present) }
}
