import type { PermissionProfileId, UserId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'
import type { PageQuery } from './page-query.ts'

const all = recordKeys.users

export const userQueries = {
  /** Without a clinic, the page lists all users that the caller may see. */
  page: (query: PageQuery<typeof routes.user.page>) =>
    queryOptions({
      queryKey: [...all, 'page', query],
      queryFn: ({ signal }) => call(routes.user.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  permissions: (id: PermissionProfileId) =>
    queryOptions({
      queryKey: [...all, 'permissions', id],
      queryFn: ({ signal }) => call(routes.permissionProfile.one, { params: { id } }, { signal }),
      // Another user may have changed them meanwhile.
      staleTime: 0,
    }),
  clinics: (id: UserId) =>
    queryOptions({
      queryKey: [...all, 'clinics', id],
      queryFn: ({ signal }) => call(routes.user.clinics, { params: { id } }, { signal }),
      staleTime: 0,
    }),
}

/** The changed user may be the signed-in one. */
const makesStale = [all, recordKeys.session]

export const userMutations = {
  createWithPermissions: recordMutation(routes.user.createWithPermissions, { makesStale: [all] }),
  update: recordMutation(routes.user.update, { makesStale }),
  updatePermissions: recordMutation(routes.permissionProfile.update, { makesStale }),
  assignClinics: recordMutation(routes.user.assignClinics, { makesStale }),
  remove: recordMutation(routes.user.remove, { makesStale: [all] }),
}
