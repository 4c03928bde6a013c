import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.doctors

export const doctorQueries = {
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.doctor.listOfClinic, { params: { id: clinicId } }, { signal }),
    }),
}

export const doctorMutations = {
  create: recordMutation(routes.doctor.create, { makesStale: [all] }),
  update: recordMutation(routes.doctor.update, { makesStale: [all] }),
  remove: recordMutation(routes.doctor.remove, { makesStale: [all] }),
}
