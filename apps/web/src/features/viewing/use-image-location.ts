import type { ImageId, StudyId } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { imageQueries } from '../../api/records/image.ts'

/** Why an image of this archive is not shown. */
export type HiddenReason = 'notFound' | 'deleted' | 'rejected' | 'document'

type FoundImage =
  | { readonly state: 'loading'; readonly retry: () => void }
  | { readonly state: 'failed'; readonly retry: () => void }
  | {
      readonly state: 'hidden'
      readonly reason: HiddenReason
      /** The study, if it can be opened. */
      readonly studyId: StudyId | undefined
    }
  | { readonly state: 'found'; readonly studyId: StudyId }

/** Finds the study of an image that an address names. */
export function useImageLocation(imageId: ImageId): FoundImage {
  const query = imageQueries.location(imageId)
  const { data, error } = useQuery(query)
  const client = useQueryClient()
  // `refetch` would wait for a request that is never answered.
  const retry = () => void client.resetQueries({ queryKey: query.queryKey, exact: true })
  // An image of another clinic is not found either: its existence is not disclosed.
  if (error instanceof ApiError && error.status === 404)
    return { state: 'hidden', reason: 'notFound', studyId: undefined }
  if (error) return { state: 'failed', retry }
  if (!data) return { state: 'loading', retry }
  const { studyId, isDeleted, isRejected, hasPixels } = data
  if (isDeleted) return { state: 'hidden', reason: 'deleted', studyId: undefined }
  if (isRejected) return { state: 'hidden', reason: 'rejected', studyId }
  if (!hasPixels) return { state: 'hidden', reason: 'document', studyId: undefined }
  return { state: 'found', studyId }
}
