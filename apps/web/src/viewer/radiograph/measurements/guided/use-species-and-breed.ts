import { routes } from '@talus/contract/routes'
import { getSpeciesName } from '@talus/contract'
import type { PatientId } from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { breedQuery } from '../../../../api/breeds.ts'
import { call } from '../../../../api/call.ts'

/** Errors are not shown: without the patient only the reference range is missing. */
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

const unknownPatient: SpeciesAndBreed = { species: null, breed: null }

/** Species and breed of a patient, which determine the reference range. */
export function useSpeciesAndBreed(patientId: PatientId | undefined): SpeciesAndBreed {
  const { data: patient } = useQuery(patientQuery(patientId))
  const { data: breeds } = useQuery({ ...breedQuery, meta: { showsOwnError: true } })
  if (!patient) return unknownPatient
  return {
    species: patient.speciesId === null ? null : getSpeciesName(patient.speciesId),
    breed: breeds?.find(({ id }) => id === patient.breedId)?.name,
  }
}
