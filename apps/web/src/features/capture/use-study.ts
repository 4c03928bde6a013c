import { speciesName } from '@talus/contract'
import type { Owner, Patient, Species, Study, StudyId } from '@talus/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { captureQueries } from './capture.queries.ts'

export interface Subject {
  readonly study: Study
  readonly patient: Patient
  readonly owner: Owner | undefined
  /** Of a patient of which nobody has said it, or of a human, there is none. */
  readonly species: Species | undefined
}

export type LoadedStudy =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly subject: Subject }

/** The study, whose animal it shows, and whose animal that is. */
export function useStudy(studyId: StudyId): LoadedStudy {
  const study = useQuery(captureQueries.study(studyId))
  const patientId = study.data?.patientId
  const ofPatient = patientId === undefined ? undefined : captureQueries.patient(patientId)
  const patient = useQuery(ofPatient ?? { queryKey: ['capture', 'patient'], queryFn: skipToken })
  const ownerId = patient.data?.ownerId ?? undefined
  const ofOwner = ownerId === undefined ? undefined : captureQueries.owner(ownerId)
  const owner = useQuery(ofOwner ?? { queryKey: ['capture', 'owner'], queryFn: skipToken })

  if (study.data && patient.data) {
    // An owner that cannot be told is no reason to keep an animal on the table waiting.
    if (ownerId !== undefined && owner.isPending) return { state: 'loading' }
    const { speciesId } = patient.data
    return {
      state: 'loaded',
      subject: {
        study: study.data,
        patient: patient.data,
        owner: owner.data,
        species: speciesId === null ? undefined : speciesName(speciesId),
      },
    }
  }
  return { state: study.isError || patient.isError ? 'failed' : 'loading' }
}
