import type { ClinicId, TrayEntryId, TrayState } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const all = recordKeys.tray

export const trayQueries = {
  /** Not fetched without a clinic. */
  count: (clinicId: ClinicId | undefined) =>
    queryOptions({
      queryKey: [...all, 'count', clinicId],
      queryFn:
        clinicId === undefined
          ? skipToken
          : ({ signal }) =>
              call(routes.tray.count, { query: { ClinicId: clinicId } }, { signal, isQuiet: true }),
      // The count is beside every page: an error there would cover the work of the user.
      meta: { showsOwnError: true },
    }),
  list: (clinicId: ClinicId, state: TrayState) =>
    queryOptions({
      queryKey: [...all, 'list', clinicId, state],
      queryFn: ({ signal }) =>
        call(routes.tray.list, { query: { ClinicId: clinicId, state } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The differences between a received file and the image on file. */
  differences: (id: TrayEntryId) =>
    queryOptions({
      queryKey: [...all, 'differences', id],
      queryFn: ({ signal }) => call(routes.tray.differences, { params: { id } }, { signal }),
      // The table says that they could not be compared.
      meta: { showsOwnError: true },
    }),
}

const makesStale = [all, recordKeys.studies, recordKeys.patients, recordKeys.owners]

export const trayMutations = {
  decide: recordMutation(routes.tray.decide, { makesStale }),
  undo: recordMutation(routes.tray.undo, { makesStale }),
  recover: recordMutation(routes.tray.recover, { makesStale: [all] }),
}
