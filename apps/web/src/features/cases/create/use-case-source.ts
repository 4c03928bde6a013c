import { caseStatus } from '@talus/contract'
import type { Study } from '@talus/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { caseQueries } from '../../../api/records/case.ts'
import { doctorQueries } from '../../../api/records/doctor.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { ownerQueries } from '../../../api/records/owner.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { usePromptNames } from '../shared/use-prompt-names.ts'

const maxPriors = 6

/** Everything that fills in the form; undefined until all of it is loaded. */
export function useCaseSource(study: Study) {
  const patient = useQuery(patientQueries.one(study.patientId))
  const ownerId = patient.data?.ownerId ?? undefined
  const owner = useQuery(ownerQueries.one(ownerId))
  const images = useQuery(imageQueries.ofStudy(study.id))
  const cases = useQuery(caseQueries.ofStudy(study.id))
  const doctors = useQuery(doctorQueries.list(study.clinicId))
  const annotations = useQuery(studyQueries.annotations(study.id))
  const studies = useQuery(studyQueries.ofPatient(study.patientId))
  const reports = useQuery(caseQueries.earlierReports(study.id))
  const earlier = (studies.data ?? [])
    .filter(({ id, isDeleted }) => id !== study.id && !isDeleted)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
    .slice(0, maxPriors)
  const priorImages = useQueries({ queries: earlier.map(({ id }) => imageQueries.ofStudy(id)) })
  const promptNames = usePromptNames()

  const isLoading =
    [patient, images, cases, doctors, annotations, studies, reports, ...priorImages].some(
      ({ isPending }) => isPending,
    ) ||
    (ownerId !== undefined && owner.isPending)
  const known = (cases.data ?? []).filter(({ isDeleted }) => !isDeleted)
  return {
    isLoading,
    // A form that is open stays open when the server cannot be reached for a while.
    error: [patient, images, cases].find(({ data, error }) => error && data === undefined)?.error,
    patient: patient.data,
    owner: owner.data,
    images: images.data ?? [],
    doctors: (doctors.data ?? []).filter(({ isActive }) => isActive),
    draft: known.find(({ status }) => status === caseStatus.draft),
    /** A case of this study that is with the radiologists already. */
    open: known.find(
      ({ status }) =>
        status === caseStatus.available ||
        status === caseStatus.assigned ||
        status === caseStatus.waiting,
    ),
    planned: (annotations.data ?? []).filter(({ id, images: count }) => id !== null && count === 0),
    priors: earlier
      .map(({ id, createdOn, modality }, index) => {
        const priorOnes = priorImages[index]?.data ?? []
        return {
          id,
          createdOn,
          modality,
          bodyParts: [...new Set(priorOnes.map(({ bodyPart }) => bodyPart))].filter(Boolean),
          imageIds: priorOnes.map((image) => image.id),
        }
      })
      .filter(({ imageIds }) => imageIds.length > 0),
    /** A form without the reports is better than none, if they cannot be loaded. */
    reports: reports.data ?? [],
    promptNames,
  }
}
