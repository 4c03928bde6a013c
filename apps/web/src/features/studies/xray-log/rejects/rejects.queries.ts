import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { recordKeys } from '../../../../api/records/keys.ts'
import type { DayRange } from '../../day-fields.tsx'

/** The year in which X-rays were discovered; used for an open start of the range. */
const firstDay = '1895-01-01'

/** An empty day means no limit. */
export const toRejectsPath = (clinicId: ClinicId, days: DayRange, today: string) => ({
  clinicId,
  dateFrom: days.dateFrom || firstDay,
  dateTo: days.dateTo || today,
})

export const rejectsQuery = (path: ReturnType<typeof toRejectsPath>) =>
  queryOptions({
    queryKey: [...recordKeys.studies, 'rejects', path],
    queryFn: ({ signal }) => call(routes.image.rejectStatistics, { params: path }, { signal }),
    placeholderData: keepPreviousData,
  })
