import type { ClinicId, OwnerId, Patient } from '@talus/contract'

/** Converts a patient to form values, which are texts; an unknown value is blank. */
export const toFormValues = (patient: Patient | undefined, name: string) => ({
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
export type PatientValues = ReturnType<typeof toFormValues>

const parseSex = (sex: string): Patient['sex'] => (sex === 'Male' || sex === 'Female' ? sex : null)

/**
 * Converts form values to the request body. Without an identifier, the server uses the time as one.
 */
export const toPatientDraft = (
  values: PatientValues,
  context: { readonly clinicId: ClinicId; readonly ownerId: OwnerId | null },
) => ({
  ...context,
  name: values.name,
  speciesId: values.speciesId || null,
  breedId: values.breedId || null,
  sex: parseSex(values.sex),
  neutered: values.neutered,
  birthDate: values.birthDate || null,
  ...(values.patientId.trim() !== '' && { patientId: values.patientId }),
  ...(values.accessionCode.trim() !== '' && { accessionCode: values.accessionCode }),
  description: values.description,
})
