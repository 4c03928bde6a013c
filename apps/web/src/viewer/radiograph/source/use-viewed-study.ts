import { can } from '@talus/contract'
import type { Study, StudyId } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useActor } from '../../../api/session.ts'
import type { ViewerSource } from '../../core/source.ts'
import { createDraftStorage } from '../../core/store/draft-storage.ts'
import type { Persistence } from '../../core/store/persistence.ts'
import { viewedImagesQuery, viewedStudyQuery } from './prefetch.ts'
import { createStudyStateApi } from './study-state-api.ts'
import { createStudySource } from './study-source.ts'

export interface ViewedStudy {
  readonly study: Study
  readonly source: ViewerSource
  readonly state: Persistence
}

type ViewedStudyResult =
  | { readonly state: 'loading'; readonly retry: () => void }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly viewed: ViewedStudy; readonly reload: () => void }

/** Loads the study, its images and its viewer state in parallel. */
export function useViewedStudy(studyId: StudyId): ViewedStudyResult {
  const actor = useActor()
  const mayPresent = can(actor, 'image.dicom-forms')
  const mayEditClinic = can(actor, 'clinic.edit')
  const stateApi = useMemo(() => createStudyStateApi(studyId), [studyId])
  const client = useQueryClient()
  const stateKey = ['viewer', 'state', studyId]
  const study = useQuery(viewedStudyQuery(studyId))
  const images = useQuery(viewedImagesQuery(studyId))
  const saved = useQuery({
    meta: { showsOwnError: true },
    refetchOnWindowFocus: false,
    queryKey: stateKey,
    queryFn: () => stateApi.load(),
    // Never cached: another user may have drawn since the last visit.
    gcTime: 0,
    staleTime: 0,
  })
  const source = useMemo(
    () =>
      study.data && images.data
        ? createStudySource(client, study.data, images.data, { mayPresent, mayEditClinic })
        : undefined,
    [client, study.data, images.data, mayPresent, mayEditClinic],
  )
  if (study.data && source && saved.data && saved.isFetchedAfterMount) {
    const drafts = createDraftStorage(actor.id, studyId)
    const state = { saved: saved.data, storage: { api: stateApi, drafts, userId: actor.id } }
    const viewed = { study: study.data, source, state }
    return { state: 'loaded', viewed, reload: () => void images.refetch() }
  }
  const all = [
    [study, viewedStudyQuery(studyId).queryKey],
    [images, viewedImagesQuery(studyId).queryKey],
    [saved, stateKey],
  ] as const
  return {
    state: all.some(([{ isError }]) => isError) ? 'failed' : 'loading',
    retry: () => {
      // `refetch` would wait for a request that is never answered.
      for (const [{ data }, queryKey] of all)
        if (data === undefined) void client.resetQueries({ queryKey, exact: true })
    },
  }
}
