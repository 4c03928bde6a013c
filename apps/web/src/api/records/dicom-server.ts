import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { dicomServers, setUp } = recordKeys

/** The servers that the images of a clinic are sent to. */
export const dicomServerQueries = {
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomServers, clinicId],
      queryFn: ({ signal }) =>
        call(routes.dicomServer.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

const makesStale = [dicomServers, setUp]
export const dicomServerMutations = {
  create: recordMutation(routes.dicomServer.create, { makesStale }),
  update: recordMutation(routes.dicomServer.update, { makesStale }),
  remove: recordMutation(routes.dicomServer.remove, { makesStale }),
}
