import type { PatientPosition, StudyId, StudyStacks } from '@talus/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { correctPosition, studyStacksQuery } from './stack-source.ts'

/** Records how the animal lay; the labels of all viewports follow. */
export function usePositionCorrection(studyId: StudyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (actual: PatientPosition | null) => correctPosition(studyId, actual),
    onSuccess: ({ correction }) =>
      client.setQueryData(studyStacksQuery(studyId).queryKey, (now: StudyStacks | undefined) =>
        now ? { ...now, correction } : now,
      ),
  })
}
