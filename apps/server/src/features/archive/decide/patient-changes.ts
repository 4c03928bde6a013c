import { refuse } from '@talus/contract'
import type { PatientId, TrayField } from '@talus/contract'
import { createPersonName } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { createOtherPatient, findPatientIdentity } from '../../images/index.ts'
import type { OutgoingChanges } from '../../images/index.ts'
import { listKnownNumbers } from '../../patients/index.ts'
import { findContradictions } from '../records/compare-identity.ts'
import type { PatientIdentity } from '../records/compare-identity.ts'
import type { TrayEntry } from './tray-entries.queries.ts'
import { toClaim } from './tray-groups.ts'

/** The animal to which a file is assigned; a new one has no id yet. */
export interface TargetPatient {
  readonly id: PatientId | null
  readonly identity: PatientIdentity
}

export type HeaderChanges = OutgoingChanges

/**
 * The attributes of the patient under which a file is filed; none if the file agrees. A file of
 * another animal keeps nothing of it, because it may have another owner.
 */
export async function toPatientChanges(
  db: ClinicDb,
  entry: TrayEntry,
  { id, identity }: TargetPatient,
): Promise<HeaderChanges> {
  const claim = toClaim(entry)
  const fields = new Set(findContradictions(claim, identity))
  if (fields.size === 0) return { attributes: {}, isOtherPatient: false }
  // A new animal is the one that the file names, also if the user gave it another number.
  if (id === null) return { attributes: toPatientAttributes(identity), isOtherPatient: false }
  const numbers = await listKnownNumbers(db, id)
  if (!isOtherAnimal(claim, fields, numbers))
    return { attributes: toPatientAttributes(identity), isOtherPatient: false }
  const recorded = (await findPatientIdentity(db, id)) ?? refuse('tray/changed')
  const studyDate = (entry.studyDate ?? '').slice(0, 10).replaceAll('-', '')
  return { attributes: createOtherPatient(recorded, studyDate), isOtherPatient: true }
}

/**
 * Whether the claims of a file are those of another animal. The same number with another spelling is
 * the same one, unless its owner or birth date differ too.
 */
function isOtherAnimal(
  { number }: PatientIdentity,
  fields: ReadonlySet<TrayField>,
  numbers: ReadonlySet<string>,
): boolean {
  if (number !== '' && !numbers.has(number)) return true
  if (fields.has('speciesId')) return true
  const isOtherName = fields.has('name')
  return isOtherName && (number === '' || fields.has('owner') || fields.has('birthDate'))
}

export function toPatientAttributes(patient: PatientIdentity): Attributes {
  const { number, issuer, name, owner, birthDate } = patient
  return {
    PatientID: number,
    IssuerOfPatientID: issuer === '' ? undefined : issuer,
    PatientName: owner === '' ? createPersonName(name) : createPersonName(owner, name),
    PatientBirthDate: birthDate === null ? '' : birthDate.replaceAll('-', ''),
    ...(owner !== '' && { ResponsiblePerson: createPersonName(owner) }),
  }
}
