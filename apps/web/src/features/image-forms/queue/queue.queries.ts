import { routes } from '@talus/contract/routes'
import type { ClinicId, DicomSendId, DicomServerId } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import type { PageQuery } from '../../../api/records/page-query.ts'
import { isInProgress } from '../send/send-watch.ts'

/** Poll interval while images are being sent, and while nothing is being sent. */
const busyMs = 2000
const idleMs = 15_000

export const queueQueries = {
  page: (query: PageQuery<typeof routes.dicomSend.page>) =>
    queryOptions({
      queryKey: [...recordKeys.dicomSends, query],
      queryFn: ({ signal }) => call(routes.dicomSend.page, { query }, { signal, isQuiet: true }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.rows.some(isInProgress) ? busyMs : idleMs),
    }),
}

/** Largest page that the server returns. */
const pageSize = 100
/** Most ids that one request may contain. */
const maxIds = 10_000

/** Fetches the ids of all failed sends, on all pages of the list. */
export async function fetchFailedIds(clinicId: ClinicId, dicomServerId: DicomServerId | undefined) {
  const ids: DicomSendId[] = []
  for (let page = 0; ids.length < maxIds; page += 1) {
    const query = {
      ClinicId: clinicId,
      dicomServerId,
      state: 'failed',
      page,
      size: pageSize,
    } as const
    const { rows } = await call(routes.dicomSend.page, { query })
    ids.push(...rows.map(({ id }) => id))
    if (rows.length < pageSize) break
  }
  return ids.slice(0, maxIds)
}
