import type { ClinicId, OwnerId, Patient } from '@talus/contract'

/** A form holds text; what is blank is not known. */
export const valuesOf = (patient: Patient | undefined, name: string) => ({
  name: patient?.name ?? name,
  speciesId: patient?.speciesId ? String(patient.speciesId) : '',
  breedId: patient?.breedId ? String(patient.breedId) : '',
  sex: patient?.sex ?? '',
  neutered: patient?.neutered ?? false,
  birthDate: patient?.birthDate ?? '',
  patientId: patient?.patientId ?? '',
  accessionCode: patient?.accessionCode ?? '',
  description: patient?.description ?? '',
})
export type PatientValues = ReturnType<typeof valuesOf>

const sexOf = (sex: string): Patient['sex'] => (sex === 'Male' || sex === 'Female' ? sex : null)

/** What is sent. Without an identifier of its own, a patient is given the time as one. */
export const draftOf = (
  values: PatientValues,
  place: { readonly clinicId: ClinicId; readonly ownerId: OwnerId | null },
) => ({
  ...place,
  name: values.name,
  speciesId: values.speciesId || null,
  breedId: values.breedId || null,
  sex: sexOf(values.sex),
  neutered: values.neutered,
  birthDate: values.birthDate || null,
  ...(values.patientId.trim() !== '' && { patientId: values.patientId }),
  ...(values.accessionCode.trim() !== '' && { accessionCode: values.accessionCode }),
  description: values.description,
})
