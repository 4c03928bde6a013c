import type { CaseDetail, CaseId, Image } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import type { ViewerSource } from '../../core/source.ts'
import type { Persistence } from '../../core/store/persistence.ts'
import { createCaseSource } from './case-source.ts'

export interface ViewedCase {
  readonly radCase: CaseDetail
  readonly source: ViewerSource
  /** The images of the case, also those of earlier studies. */
  readonly attached: readonly Image[]
  /** Without storage: the drawings of the clinic are shown, and nothing is saved. */
  readonly state: Persistence
}

type ViewedCaseResult =
  | { readonly state: 'loading'; readonly retry: () => void }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'loaded'; readonly viewed: ViewedCase }

/** Loads the case, its images and the viewer state that came with it in parallel. */
export function useViewedCase(caseId: CaseId): ViewedCaseResult {
  const client = useQueryClient()
  const stateKey = ['viewer', 'case-state', caseId]
  const radCase = useQuery(caseQueries.one(caseId))
  const images = useQuery(caseWorkQueries.images(caseId))
  const saved = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) =>
      call(routes.viewerState.ofCase, { params: { id: caseId } }, { signal, isQuiet: true }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { showsOwnError: true },
  })
  const source = useMemo(
    () =>
      radCase.data && images.data && saved.data
        ? createCaseSource(radCase.data, images.data, saved.data)
        : undefined,
    [radCase.data, images.data, saved.data],
  )
  if (radCase.data && images.data && source && saved.data)
    return {
      state: 'loaded',
      viewed: {
        radCase: radCase.data,
        source,
        attached: images.data,
        state: { saved: saved.data },
      },
    }
  const all = [
    [radCase, caseQueries.one(caseId).queryKey],
    [images, caseWorkQueries.images(caseId).queryKey],
    [saved, stateKey],
  ] as const
  const retry = () => {
    // `refetch` would wait for a request that is never answered.
    for (const [{ data }, queryKey] of all)
      if (data === undefined) void client.resetQueries({ queryKey, exact: true })
  }
  const error = all.map(([one]) => one.error).find((one) => one !== null)
  return error ? { state: 'failed', error, retry } : { state: 'loading', retry }
}
