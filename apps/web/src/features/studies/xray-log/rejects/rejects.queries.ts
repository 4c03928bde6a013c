import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import type { LogDays } from '../../day-fields.tsx'
import { studyQueries } from '../../studies.queries.ts'

/** Before the first X-ray there is nothing to count. */
const firstDay = '1895-01-01'

/** A side that is empty is open. */
export const rejectsPath = (clinicId: ClinicId, days: LogDays, today: string) => ({
  clinicId,
  dateFrom: days.dateFrom || firstDay,
  dateTo: days.dateTo || today,
})

export const rejectsQuery = (path: ReturnType<typeof rejectsPath>) =>
  queryOptions({
    queryKey: [...studyQueries.all, 'rejects', path],
    queryFn: ({ signal }) => call(routes.image.rejectStatistics, { params: path }, { signal }),
    placeholderData: keepPreviousData,
  })
