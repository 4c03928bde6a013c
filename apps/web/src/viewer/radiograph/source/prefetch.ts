import type { Image, ImageId, ImageMetadata, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call, callForFile } from '../../../api/call.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { startLoadingState } from './study-state-api.ts'

/** Background requests: their errors are shown in place, not as a toast. */
const quiet = { isQuiet: true } as const

export const fetchMetadata = (id: ImageId, signal?: AbortSignal) =>
  call(routes.image.metadata, { params: { id } }, { ...quiet, signal })

export const fetchPreview = (id: ImageId, signal?: AbortSignal) =>
  callForFile(routes.image.jpeg, { params: { id }, query: { size: 512 } }, { ...quiet, signal })

const ownError = { meta: { showsOwnError: true }, refetchOnWindowFocus: false } as const

export const viewedStudyQuery = (studyId: StudyId) => ({
  ...studyQueries.one(studyId),
  ...ownError,
})

export const viewedImagesQuery = (studyId: StudyId) => ({
  ...imageQueries.ofStudy(studyId),
  ...ownError,
})

// Below the key of the study's images, so that invalidating those invalidates these too.
const firstImageKey = (studyId: StudyId, imageId: ImageId) =>
  [...imageQueries.ofStudy(studyId).queryKey, 'first-sight', imageId] as const

const firstMetadataQuery = (studyId: StudyId, imageId: ImageId) =>
  queryOptions({
    ...ownError,
    queryKey: [...firstImageKey(studyId, imageId), 'metadata'],
    queryFn: ({ signal }) => fetchMetadata(imageId, signal),
  })

const firstPreviewQuery = (studyId: StudyId, imageId: ImageId) =>
  queryOptions({
    ...ownError,
    queryKey: [...firstImageKey(studyId, imageId), 'preview'],
    queryFn: ({ signal }) => fetchPreview(imageId, signal),
  })

/**
 * Prefetches the data that the viewer shows first while the user still reads the row of the study.
 * The viewer requests failed parts again and reports their errors.
 */
export async function prefetchStudy(client: QueryClient, studyId: StudyId): Promise<void> {
  const study = client.query(viewedStudyQuery(studyId))
  const firstImage = client.query(viewedImagesQuery(studyId)).then(([first]) => {
    if (!first) return undefined
    return Promise.all([
      client.query(firstMetadataQuery(studyId, first.id)),
      client.query(firstPreviewQuery(studyId, first.id)),
    ])
  })
  await Promise.allSettled([study, firstImage])
}

/** Requests everything the viewer needs as soon as a study is opened, before it is rendered. */
export function startPrefetch(client: QueryClient, studyId: StudyId): void {
  startLoadingState(studyId)
  void prefetchStudy(client, studyId)
}

/** Prefetched responses, each returned once: an image that was processed again is fetched again. */
export interface PrefetchedImage {
  readonly metadata: (imageId: ImageId) => Promise<ImageMetadata> | undefined
  readonly preview: (imageId: ImageId) => Promise<Blob> | undefined
}

export function getPrefetched(
  client: QueryClient,
  studyId: StudyId,
  images: readonly Image[],
): PrefetchedImage {
  const unused = { metadata: images[0]?.id, preview: images[0]?.id }
  const take = (part: keyof typeof unused, imageId: ImageId) => {
    const isUnused = unused[part] === imageId
    if (isUnused) unused[part] = undefined
    return isUnused
  }
  return {
    metadata: (imageId) =>
      take('metadata', imageId) ? client.query(firstMetadataQuery(studyId, imageId)) : undefined,
    preview: (imageId) =>
      take('preview', imageId) ? client.query(firstPreviewQuery(studyId, imageId)) : undefined,
  }
}
