import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

export const dicomServerQueries = {
  all: ['dicom-servers'] as const,
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomServerQueries.all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.dicomServer.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}
