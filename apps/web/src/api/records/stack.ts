import type { StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'

export const stackQueries = {
  /** The descriptions of the CT and MR series of a study, by the UID of the series. */
  descriptions: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...recordKeys.studies, 'series-descriptions', studyId],
      queryFn: async ({ signal }) => {
        const request = { params: { studyId } }
        const { stacks } = await call(routes.stack.ofStudy, request, { signal, isQuiet: true })
        return Object.fromEntries(
          stacks.map((stack) => [stack.seriesInstanceUID, stack.seriesDescription]),
        )
      },
      // A series without its description is still named by modality and number of images.
      meta: { showsOwnError: true },
    }),
}
