import { routes } from '@talus/contract/routes'
import { getSpeciesName } from '@talus/contract'
import type { DrawingTool, PatientId, PatientMeasurement } from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { breedQuery } from '../../../api/breeds.ts'
import { call } from '../../../api/call.ts'

/** Errors are not shown: without the patient only the reference range is missing. */
const patientQuery = (patientId: PatientId) =>
  queryOptions({
    queryKey: ['viewer', 'patient', patientId],
    queryFn: ({ signal }) =>
      call(routes.patient.one, { params: { id: patientId } }, { signal, isQuiet: true }),
    staleTime: 60_000,
    meta: { showsOwnError: true },
  })

/** Loads species and breed; without the list of breeds, the breed is unknown. */
export async function loadSpeciesAndBreed(
  client: QueryClient,
  patientId: PatientId,
): Promise<SpeciesAndBreed> {
  const [patient, breeds] = await Promise.all([
    client.query(patientQuery(patientId)),
    client.query({ ...breedQuery, meta: { showsOwnError: true } }).catch(() => []),
  ])
  return {
    species: patient.speciesId === null ? null : getSpeciesName(patient.speciesId),
    breed: breeds.find(({ id }) => id === patient.breedId)?.name,
  }
}

/** Saved drawings of a tool in all studies of the patient. */
export const measurementsQuery = (patientId: PatientId, tool: DrawingTool) =>
  queryOptions({
    queryKey: ['viewerState', 'ofPatient', patientId, tool],
    queryFn: ({ signal }): Promise<readonly PatientMeasurement[]> =>
      call(
        routes.viewerState.ofPatient,
        { params: { patientId }, query: { tool } },
        { signal, isQuiet: true },
      ),
    meta: { showsOwnError: true },
  })
