import type { Patient, PatientId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { patientQueries } from '../../../api/records/patient.ts'
import { useStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

/** The id of the patient that the author writes for; the study may have been moved since. */
export type WrittenForStore = Store<PatientId>

const ownError = { meta: { showsOwnError: true } } as const

const describe = (patient: Patient | undefined) =>
  patient ? `${patient.name} (${patient.patientId})` : '…'

/**
 * Describes the patient that the author writes for and the one to which the study was moved;
 * undefined if they are the same.
 */
export function useMovedStudy(study: Study, writtenFor: WrittenForStore) {
  const formerId = useStore(writtenFor)
  const former = useQuery({ ...patientQueries.one(formerId), ...ownError }).data
  const present = useQuery({ ...patientQueries.one(study.patientId), ...ownError }).data
  if (formerId === study.patientId) return undefined
  return { former: describe(former), present: describe(present) }
}
