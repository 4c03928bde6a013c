import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const studyQueries = {
  all: ['studies'] as const,
  worklist: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...studyQueries.all, 'worklist', clinicId],
      queryFn: ({ signal }) => call(routes.study.worklist, { params: { clinicId } }, { signal }),
    }),
}
