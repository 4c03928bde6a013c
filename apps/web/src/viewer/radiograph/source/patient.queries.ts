import { routes } from '@talus/contract/routes'
import { getSpeciesName } from '@talus/contract'
import type { DrawingTool, PatientId, PatientMeasurement } from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { breedQuery } from '../../../api/records/breed.ts'
import { ownerQueries } from '../../../api/records/owner.ts'
import { patientQueries } from '../../../api/records/patient.ts'

/** Errors are not shown: without the patient only the reference range is missing. */
const ownError = { meta: { showsOwnError: true } } as const

/** Loads species and breed; without the list of breeds, the breed is unknown. */
export async function loadSpeciesAndBreed(
  client: QueryClient,
  patientId: PatientId,
): Promise<SpeciesAndBreed> {
  const [patient, breeds] = await Promise.all([
    client.query({ ...patientQueries.one(patientId), ...ownError }),
    client.query({ ...breedQuery, ...ownError }).catch(() => []),
  ])
  return {
    species: patient.speciesId === null ? null : getSpeciesName(patient.speciesId),
    breed: breeds.find(({ id }) => id === patient.breedId)?.name,
  }
}

/** Loads the values of the records that the metadata of an image repeats. */
export async function loadIdentity(client: QueryClient, patientId: PatientId): Promise<string> {
  const patient = await client.query({ ...patientQueries.one(patientId), ...ownError })
  const owner =
    patient.ownerId === null
      ? undefined
      : await client.query({ ...ownerQueries.one(patient.ownerId), ...ownError })
  return JSON.stringify([patient.name, patient.patientId, patient.speciesId, owner?.name])
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
