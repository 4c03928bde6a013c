import { routes } from '@talus/contract/routes'
import type { RouteRequest, ClinicId, PermissionProfileId, UserId } from '@talus/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Query parameters of a paged route. */
type PageQuery<Definition> = NonNullable<
  RouteRequest<Definition> extends { query?: infer Query } ? Query : never
>

export const clinicQueries = {
  all: ['clinics'] as const,
  list: () =>
    queryOptions({
      queryKey: [...clinicQueries.all, 'list'],
      queryFn: ({ signal }) => call(routes.clinic.list, {}, { signal }),
    }),
  page: (query: PageQuery<typeof routes.clinic.page>) =>
    queryOptions({
      queryKey: [...clinicQueries.all, 'page', query],
      queryFn: ({ signal }) => call(routes.clinic.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: ClinicId) =>
    queryOptions({
      queryKey: [...clinicQueries.all, id],
      queryFn: ({ signal }) => call(routes.clinic.one, { params: { id } }, { signal }),
    }),
}

export const userQueries = {
  all: ['users'] as const,
  /** Without a clinic, the page lists all users that the caller may see. */
  page: (query: PageQuery<typeof routes.user.page>) =>
    queryOptions({
      queryKey: [...userQueries.all, 'page', query],
      queryFn: ({ signal }) => call(routes.user.page, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  permissions: (id: PermissionProfileId) =>
    queryOptions({
      queryKey: [...userQueries.all, 'permissions', id],
      queryFn: ({ signal }) => call(routes.permissionProfile.one, { params: { id } }, { signal }),
      // Another user may have changed them meanwhile.
      staleTime: 0,
    }),
  clinics: (id: UserId) =>
    queryOptions({
      queryKey: [...userQueries.all, 'clinics', id],
      queryFn: ({ signal }) => call(routes.user.clinics, { params: { id } }, { signal }),
      staleTime: 0,
    }),
}

export const doctorQueries = {
  all: ['doctors'] as const,
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...doctorQueries.all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.doctor.listOfClinic, { params: { id: clinicId } }, { signal }),
    }),
}

export const dicomInfoQuery = queryOptions({
  queryKey: ['dicom-info'],
  queryFn: ({ signal }) => call(routes.dicomInfo.ofThisMachine, {}, { signal }),
})

export const dicomReceiverQuery = (clinicId: ClinicId) =>
  queryOptions({
    queryKey: ['dicom-receiver', clinicId],
    queryFn: ({ signal }) =>
      call(routes.dicomReceiver.ofClinic, { query: { ClinicId: clinicId } }, { signal }),
  })
