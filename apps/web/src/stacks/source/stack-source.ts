import type { PatientPosition, Stack, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { buildUrl, call, createHeaders } from '../../api/call.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { tokenStore } from '../../api/token.ts'
import { getPrior } from '../scene/prior-stacks.ts'
import type { CreateSliceRequest } from '../volume/volumes.ts'
import type { SliceRequest } from '../volume/volume-protocol.ts'
import { loadStacks } from './started-study.ts'

export const studyStacksQuery = (studyId: StudyId) =>
  queryOptions({
    queryKey: [...recordKeys.studies, 'stacks', studyId],
    queryFn: ({ signal }) => loadStacks(studyId, signal),
    meta: { showsOwnError: true },
    refetchOnWindowFocus: false,
    // A slice that arrives while the viewer is open would change the keys of the stacks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

interface SliceRange {
  readonly phase: number
  readonly first: number
  /** Only so many slices on each side. */
  readonly around?: number
}

/** The request that a worker sends for the slices of a stack. */
function createSliceRequest(
  studyId: StudyId,
  { key }: Stack,
  { phase, first, around }: SliceRange,
): SliceRequest {
  const route = routes.stack.slices
  const path = buildUrl(route, { params: { studyId, key }, query: { phase, first, around } })
  return {
    // The address of a worker is that of its script.
    url: new URL(path, location.href).href,
    headers: Object.fromEntries(createHeaders(route, tokenStore.get())),
  }
}

/** Creates the requests for slices of the stacks of a study, and of studies compared with it. */
export const createRequestsOf =
  (studyId: StudyId): CreateSliceRequest =>
  (stack, phase, first, around) =>
    createSliceRequest(getPrior(stack)?.studyId ?? studyId, stack, {
      phase,
      first,
      ...(around !== undefined && { around }),
    })

export const correctPosition = (studyId: StudyId, actual: PatientPosition | null) =>
  call(routes.stack.correctPosition, { params: { studyId }, body: { actual } })
