import { getSpeciesName } from '@talus/contract'
import type { Owner, Patient, Species, Study, StudyId } from '@talus/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { captureQueries } from './capture.queries.ts'

export interface CaptureSubject {
  readonly study: Study
  readonly patient: Patient
  readonly owner: Owner | undefined
  /** Undefined for a patient without a species and for a human. */
  readonly species: Species | undefined
}

export type LoadedStudy =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly subject: CaptureSubject }

/** Loads the study with its patient and owner. */
export function useStudy(studyId: StudyId): LoadedStudy {
  const study = useQuery(captureQueries.study(studyId))
  const patientId = study.data?.patientId
  const patientQuery = patientId === undefined ? undefined : captureQueries.patient(patientId)
  const patient = useQuery(patientQuery ?? { queryKey: ['capture', 'patient'], queryFn: skipToken })
  const ownerId = patient.data?.ownerId ?? undefined
  const ownerQuery = ownerId === undefined ? undefined : captureQueries.owner(ownerId)
  const owner = useQuery(ownerQuery ?? { queryKey: ['capture', 'owner'], queryFn: skipToken })

  if (study.data && patient.data) {
    // A failed owner request does not block the page: the patient may be on the table.
    if (ownerId !== undefined && owner.isPending) return { state: 'loading' }
    const { speciesId } = patient.data
    return {
      state: 'loaded',
      subject: {
        study: study.data,
        patient: patient.data,
        owner: owner.data,
        species: speciesId === null ? undefined : getSpeciesName(speciesId),
      },
    }
  }
  return { state: study.isError || patient.isError ? 'failed' : 'loading' }
}
