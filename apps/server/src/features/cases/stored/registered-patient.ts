import { findOtherIdentity } from '@talus/contract'
import type { IdentityField, RegisteredPatient, TypedIdentity } from '@talus/contract'

/** The columns of the study's patient in a row of a case; null without a study. */
interface RegisteredColumns {
  readonly registeredId: string | null
  readonly registeredName: string | null
  readonly registeredSpeciesId: RegisteredPatient['speciesId']
  readonly registeredSex: RegisteredPatient['sex']
  readonly registeredBirthDate: RegisteredPatient['birthDate']
}

/** The registered animal of a case, and the fields in which the request names another one. */
export function compareIdentity(row: TypedIdentity & RegisteredColumns): {
  readonly registeredPatient: RegisteredPatient | null
  readonly otherIdentity: IdentityField[]
} {
  const { registeredId: patientId, registeredName: name } = row
  if (patientId === null || name === null) return { registeredPatient: null, otherIdentity: [] }
  const registeredPatient = {
    patientId,
    name,
    speciesId: row.registeredSpeciesId,
    sex: row.registeredSex,
    birthDate: row.registeredBirthDate,
  }
  return { registeredPatient, otherIdentity: findOtherIdentity(row, registeredPatient) }
}
