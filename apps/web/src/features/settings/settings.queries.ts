import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const clinicQueries = {
  all: ['clinics'] as const,
  list: () =>
    queryOptions({
      queryKey: [...clinicQueries.all, 'list'],
      queryFn: ({ signal }) => call(routes.clinic.list, {}, { signal }),
    }),
  one: (id: ClinicId) =>
    queryOptions({
      queryKey: [...clinicQueries.all, id],
      queryFn: ({ signal }) => call(routes.clinic.one, { params: { id } }, { signal }),
    }),
}

export const userQueries = {
  all: ['users'] as const,
  /** Without a clinic: everybody in reach. */
  list: (clinicId: ClinicId | undefined) =>
    queryOptions({
      queryKey: [...userQueries.all, clinicId ?? 'reach'],
      queryFn: ({ signal }) =>
        call(
          routes.user.list,
          { query: clinicId === undefined ? {} : { ClinicId: clinicId } },
          { signal },
        ),
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

export const dicomServerQueries = {
  all: ['dicom-servers'] as const,
  list: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...dicomServerQueries.all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.dicomServer.list, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

export const dicomInfoQuery = queryOptions({
  queryKey: ['dicom-info'],
  queryFn: ({ signal }) => call(routes.dicomInfo.ofThisMachine, {}, { signal }),
})

export const emailQueries = {
  all: ['email-configs'] as const,
  defaults: () =>
    queryOptions({
      queryKey: ['email-defaults'],
      queryFn: ({ signal }) => call(routes.emailConfig.defaults, {}, { signal }),
      // A setting of the server: it stays as it is until the server is started again.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ofClinic: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...emailQueries.all, clinicId],
      queryFn: ({ signal }) =>
        call(routes.emailConfig.ofClinic, { query: { ClinicId: clinicId } }, { signal }),
    }),
}
