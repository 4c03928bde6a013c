import { OwnerId, PatientId } from '@talus/contract'
import type { ClinicId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Placeholder ids for queries that are disabled because no record is selected. */
export const placeholderOwnerId = OwnerId.parse(1)
export const placeholderPatientId = PatientId.parse(1)

export const ownerQueries = {
  all: ['owners'] as const,
  one: (id: OwnerId) =>
    queryOptions({
      queryKey: [...ownerQueries.all, 'one', id],
      queryFn: ({ signal }) => call(routes.owner.one, { params: { id } }, { signal }),
    }),
  suggest: (clinicId: ClinicId, text: string) =>
    queryOptions({
      queryKey: [...ownerQueries.all, 'suggest', clinicId, text],
      queryFn: ({ signal }) =>
        call(
          routes.owner.suggest,
          { query: { ClinicId: clinicId, text } },
          { signal, isQuiet: true },
        ),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 5000,
    }),
}

export const patientQueries = {
  all: ['patients'] as const,
  one: (id: PatientId) =>
    queryOptions({
      queryKey: [...patientQueries.all, 'one', id],
      queryFn: ({ signal }) => call(routes.patient.one, { params: { id } }, { signal }),
    }),
  ofOwner: (clinicId: ClinicId, ownerId: OwnerId) =>
    queryOptions({
      queryKey: [...patientQueries.all, 'of-owner', clinicId, ownerId],
      queryFn: async ({ signal }) => {
        const query = { ClinicId: clinicId, ownerId }
        const all = await call(routes.patient.list, { query }, { signal })
        return all.filter(({ status }) => status === 'Active')
      },
    }),
  suggest: (clinicId: ClinicId, text: string) =>
    queryOptions({
      queryKey: [...patientQueries.all, 'suggest', clinicId, text],
      queryFn: ({ signal }) =>
        call(
          routes.patient.suggest,
          { query: { ClinicId: clinicId, text } },
          { signal, isQuiet: true },
        ),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 5000,
    }),
}

/** Below the key of the study lists, so that these queries become stale together with the lists. */
const studies = ['studies'] as const
export const studyQueries = {
  ofPatient: (patientId: PatientId) =>
    queryOptions({
      queryKey: [...studies, 'of-patient', patientId],
      queryFn: ({ signal }) => call(routes.study.ofPatient, { query: { patientId } }, { signal }),
    }),
  images: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...studies, 'images', studyId],
      queryFn: ({ signal }) =>
        call(routes.image.ofStudy, { query: { studyId, isRejected: '0' } }, { signal }),
      // The images are fetched anew whenever a study is selected.
      staleTime: 0,
      meta: { showsOwnError: true },
    }),
}

/** Invalidates owners, patients and studies: study lists and suggestions contain names, too. */
export const invalidateOwnersAndPatients = (client: QueryClient) =>
  Promise.all(
    [ownerQueries.all, patientQueries.all, studies].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
export const invalidateStudies = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: studies })
