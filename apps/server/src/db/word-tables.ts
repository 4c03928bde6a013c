import type { ClinicId, OwnerId, PatientId } from '@talus/contract'

/**
 * Search index for prefixes of words: a row for every word of an owner or patient, and for the ends
 * of names and numbers, by which a text inside of a word is found.
 */
export interface OwnerWordTable {
  clinicId: ClinicId
  word: string
  field: OwnerWordField
  ownerId: OwnerId
}
export interface PatientWordTable {
  clinicId: ClinicId
  word: string
  field: PatientWordField
  patientId: PatientId
}
export type OwnerWordField = 'name' | 'phone' | 'email' | 'animal'
/** The field `unnamed` has the words that screens show instead of a name that a patient lacks. */
export type PatientWordField = 'name' | 'unnamed' | 'id' | 'owner' | 'breed'
