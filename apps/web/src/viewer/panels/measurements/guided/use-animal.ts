import { routes } from '@talus/contract/routes'
import { speciesName } from '@talus/contract'
import type { PatientId } from '@talus/contract'
import type { Animal } from '@talus/measurements'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { breedQuery } from '../../../../api/breeds.ts'
import { call } from '../../../../api/call.ts'

/** Quiet: without it there is no reference, and the measurement is what it is. */
const patientQuery = (patientId: PatientId | undefined) =>
  queryOptions({
    queryKey: ['viewer', 'patient', patientId],
    queryFn:
      patientId === undefined
        ? skipToken
        : ({ signal }) =>
            call(routes.patient.one, { params: { id: patientId } }, { signal, isQuiet: true }),
    staleTime: 60_000,
    meta: { showsOwnError: true },
  })

const nobody: Animal = { species: null, breed: null }

/** Species and breed, by which references differ. */
export function useAnimal(patientId: PatientId | undefined): Animal {
  const { data: patient } = useQuery(patientQuery(patientId))
  const { data: breeds } = useQuery({ ...breedQuery, meta: { showsOwnError: true } })
  if (!patient) return nobody
  return {
    species: patient.speciesId === null ? null : speciesName(patient.speciesId),
    breed: breeds?.find(({ id }) => id === patient.breedId)?.name,
  }
}
