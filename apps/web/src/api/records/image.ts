import type { ImageId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { studies, unassignedFrames } = recordKeys
const unassignedPollMs = 30_000

export const imageQueries = {
  /** The images that are shown and may be sent; rejected images are stored but not shown. */
  ofStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...studies, 'images', studyId],
      queryFn: ({ signal }) =>
        call(routes.image.ofStudy, { query: { studyId, isRejected: '0' } }, { signal }),
    }),
  /** The study of an image; it may have been moved or deleted since the last request. */
  location: (id: ImageId) =>
    queryOptions({
      queryKey: [...studies, 'image-location', id],
      queryFn: ({ signal }) =>
        call(routes.image.location, { params: { id } }, { signal, isQuiet: true }),
      staleTime: 0,
      gcTime: 0,
      meta: { showsOwnError: true },
    }),
  /** Rejected images, whose rejection can be taken back. */
  rejectedOfStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...studies, 'rejected-images', studyId],
      queryFn: ({ signal }) =>
        call(routes.image.ofStudy, { query: { studyId, isRejected: '1' } }, { signal }),
    }),
  /** The objects that an image had before it was corrected; not fetched without an id. */
  history: (id: ImageId | undefined) =>
    queryOptions({
      queryKey: [...studies, 'image-history', id],
      queryFn:
        id === undefined
          ? skipToken
          : ({ signal }) => call(routes.image.history, { params: { id } }, { signal }),
    }),
  unassigned: queryOptions({
    queryKey: unassignedFrames,
    queryFn: ({ signal }) => call(routes.image.unassigned, {}, { signal, isQuiet: true }),
    refetchInterval: unassignedPollMs,
    meta: { showsOwnError: true },
  }),
}

export const imageMutations = {
  annotate: recordMutation(routes.image.annotate, { makesStale: [studies] }),
  /** The page removes the image from its list itself. */
  reject: recordMutation(routes.image.reject, { makesStale: [studies], isRefetchAwaited: false }),
  restore: recordMutation(routes.image.restore, { makesStale: [studies], isRefetchAwaited: false }),
  assign: recordMutation(routes.image.assign, { makesStale: [unassignedFrames, studies] }),
}
