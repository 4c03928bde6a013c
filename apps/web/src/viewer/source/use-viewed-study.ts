import { can } from '@talus/contract'
import type { Study, StudyId, ViewerState } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useActor } from '../../api/session.ts'
import type { StateKeeper, ViewerSource } from '../model.ts'
import { aheadOf, viewedImagesQuery, viewedStudyQuery } from './ahead.ts'
import { createStudyKeeper } from './study-keeper.ts'
import { createStudySource } from './study-source.ts'

export interface ViewedStudy {
  readonly study: Study
  readonly source: ViewerSource
  readonly keeper: StateKeeper
  /** As the server has it. */
  readonly saved: ViewerState
}

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly viewed: ViewedStudy }

/** The study, its images and what was drawn on them, asked for at the same time. */
export function useViewedStudy(studyId: StudyId): Loaded {
  const mayPresent = can(useActor(), 'image.dicom-forms')
  const keeper = useMemo(() => createStudyKeeper(studyId), [studyId])
  const client = useQueryClient()
  const study = useQuery(viewedStudyQuery(studyId))
  const images = useQuery(viewedImagesQuery(studyId))
  const saved = useQuery({
    meta: { showsOwnError: true },
    refetchOnWindowFocus: false,
    queryKey: ['viewer', 'state', studyId],
    queryFn: () => keeper.load(),
    // Somebody may have drawn since: nothing is begun from an earlier visit.
    gcTime: 0,
    staleTime: 0,
  })
  const source = useMemo(
    () =>
      study.data && images.data
        ? createStudySource(study.data, images.data, {
            mayPresent,
            ahead: aheadOf(client, studyId, images.data),
          })
        : undefined,
    [client, studyId, study.data, images.data, mayPresent],
  )
  if (study.data && source && saved.data && saved.isFetchedAfterMount)
    return { state: 'loaded', viewed: { study: study.data, source, keeper, saved: saved.data } }
  const all = [study, images, saved]
  if (!all.some(({ isError }) => isError)) return { state: 'loading' }
  return {
    state: 'failed',
    retry: () => {
      for (const one of all) if (one.isError) void one.refetch()
    },
  }
}
