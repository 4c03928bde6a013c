import { routes } from '@talus/contract/routes'
import type { CallOf, ClinicId, DicomSendId, DicomServerId } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isUnderWay } from '../send-watch.ts'

type QueueAsked = NonNullable<CallOf<typeof routes.dicomSend.page>['query']>

/** While something is being sent one looks at it; later it changes by the hour. */
const busyMs = 2000
const idleMs = 15_000

export const queueQueries = {
  all: ['dicom-queue'] as const,
  page: (query: QueueAsked) =>
    queryOptions({
      queryKey: [...queueQueries.all, query],
      queryFn: ({ signal }) => call(routes.dicomSend.page, { query }, { signal, isQuiet: true }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? busyMs : idleMs),
    }),
}

/** As many as the server gives at once. */
const pageSize = 100
/** What one request may name. */
const mostIds = 10_000

/** Every send that has been given up, on whatever page of the list. */
export async function failedIds(clinicId: ClinicId, dicomServerId: DicomServerId | undefined) {
  const ids: DicomSendId[] = []
  for (let page = 0; ids.length < mostIds; page += 1) {
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
  return ids.slice(0, mostIds)
}
