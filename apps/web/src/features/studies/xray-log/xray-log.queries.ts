import { routes } from '@talus/contract/routes'
import type { ClinicId, XrayLogTag } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import type { DayRange } from '../day-fields.tsx'

/** A day that was cleared is `null` in the path. */
export const toLogPath = (clinicId: ClinicId, { dateFrom, dateTo }: DayRange) => ({
  clinicId,
  dateFrom: dateFrom || 'null',
  dateTo: dateTo || 'null',
})

export const logPreviewQuery = (clinicId: ClinicId, days: DayRange, tags: readonly XrayLogTag[]) =>
  queryOptions({
    queryKey: [...recordKeys.studies, 'log-preview', clinicId, days, tags],
    queryFn: ({ signal }) =>
      call(
        routes.study.xrayLogPreview,
        { params: toLogPath(clinicId, days), query: { tags: tags.join(',') } },
        { signal },
      ),
    enabled: tags.length > 0,
    placeholderData: keepPreviousData,
    meta: { showsOwnError: true },
  })
