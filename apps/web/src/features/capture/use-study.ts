import { getSpeciesName } from '@talus/contract'
import type { Owner, Patient, Species, Study, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { ownerQueries } from '../../api/records/owner.ts'
import { patientQueries } from '../../api/records/patient.ts'
import { studyQueries } from '../../api/records/study.ts'
import { fresh, ownError } from './query-behavior.ts'

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
  const study = useQuery({ ...studyQueries.one(studyId), ...fresh, ...ownError })
  const patient = useQuery({ ...patientQueries.one(study.data?.patientId), ...ownError })
  const ownerId = patient.data?.ownerId ?? undefined
  const owner = useQuery({ ...ownerQueries.one(ownerId), ...ownError })

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
