import type { Image, ImageId, ImageMetadata, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call, callForFile } from '../../api/call.ts'
import { studyImagesQuery } from '../../api/study-images.ts'
import { quiet } from './quiet.ts'
import { beginLoadingState } from './study-keeper.ts'

export const metadataOf = (id: ImageId, signal?: AbortSignal) =>
  call(routes.image.metadata, { params: { id } }, { ...quiet, signal })

export const previewOf = (id: ImageId, signal?: AbortSignal) =>
  callForFile(routes.image.jpeg, { params: { id }, query: { size: 512 } }, { ...quiet, signal })

const ownError = { meta: { showsOwnError: true }, refetchOnWindowFocus: false } as const

export const viewedStudyQuery = (studyId: StudyId) =>
  queryOptions({
    ...ownError,
    queryKey: ['viewer', 'study', studyId],
    queryFn: ({ signal }) =>
      call(routes.study.one, { params: { id: studyId } }, { ...quiet, signal }),
  })

export const viewedImagesQuery = (studyId: StudyId) => ({
  ...studyImagesQuery(studyId),
  ...ownError,
})

// Among the images of the study: whatever changes those makes these stale as well.
const firstSightKey = (studyId: StudyId, imageId: ImageId) =>
  [...studyImagesQuery(studyId).queryKey, 'first-sight', imageId] as const

const firstMetadataQuery = (studyId: StudyId, imageId: ImageId) =>
  queryOptions({
    ...ownError,
    queryKey: [...firstSightKey(studyId, imageId), 'metadata'],
    queryFn: ({ signal }) => metadataOf(imageId, signal),
  })

const firstPreviewQuery = (studyId: StudyId, imageId: ImageId) =>
  queryOptions({
    ...ownError,
    queryKey: [...firstSightKey(studyId, imageId), 'preview'],
    queryFn: ({ signal }) => previewOf(imageId, signal),
  })

/**
 * Fetches what a viewer shows first while somebody still reads the row of the study. Whatever fails is
 * asked for again by the viewer, which says so.
 */
export async function fetchAhead(client: QueryClient, studyId: StudyId): Promise<void> {
  const study = client.query(viewedStudyQuery(studyId))
  const sight = client.query(viewedImagesQuery(studyId)).then(([first]) => {
    if (!first) return undefined
    return Promise.all([
      client.query(firstMetadataQuery(studyId, first.id)),
      client.query(firstPreviewQuery(studyId, first.id)),
    ])
  })
  await Promise.allSettled([study, sight])
}

/** Asks for everything that the viewer needs of a study the moment it is opened, before it is built. */
export function beginViewing(client: QueryClient, studyId: StudyId): void {
  beginLoadingState(studyId)
  void fetchAhead(client, studyId)
}

/** What was fetched ahead, handed out once: an image that is made anew is asked for anew. */
export interface Ahead {
  readonly metadata: (imageId: ImageId) => Promise<ImageMetadata> | undefined
  readonly preview: (imageId: ImageId) => Promise<Blob> | undefined
}

export function aheadOf(client: QueryClient, studyId: StudyId, images: readonly Image[]): Ahead {
  const left = { metadata: images[0]?.id, preview: images[0]?.id }
  const take = (part: keyof typeof left, imageId: ImageId) => {
    const isLeft = left[part] === imageId
    if (isLeft) left[part] = undefined
    return isLeft
  }
  return {
    metadata: (imageId) =>
      take('metadata', imageId) ? client.query(firstMetadataQuery(studyId, imageId)) : undefined,
    preview: (imageId) =>
      take('preview', imageId) ? client.query(firstPreviewQuery(studyId, imageId)) : undefined,
  }
}
