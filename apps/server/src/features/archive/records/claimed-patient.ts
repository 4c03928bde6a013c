import type { PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { PatientClaim } from '../../../db/reassign-tables.ts'
import { findRemainingPatient } from '../../patients/index.ts'
import { matchPatient } from './match-patient.ts'

export const toClaim = ({
  number,
  issuer,
  name,
  owner,
  birthDate,
  speciesId,
}: PatientClaim): PatientClaim => ({ number, issuer, name, owner, birthDate, speciesId })

const unknown = {
  groups: { patient: '', owner: '' },
  breed: { code: '', name: '' },
  sex: null,
  neutered: false,
} as const

/**
 * The patient that a claim names according to the records as they are now. Not certain if only the
 * patient ID is the same; undefined if several patients, or none, can be meant.
 */
export async function findClaimedPatient(
  db: ClinicDb,
  claim: PatientClaim,
): Promise<{ readonly id: PatientId; readonly isCertain: boolean } | undefined> {
  const match = await matchPatient(db, { ...claim, ...unknown })
  if (match.kind === 'new') return undefined
  if (match.kind === 'uncertain' && match.reason !== 'patient-differs') return undefined
  return {
    id: await findRemainingPatient(db, match.patientId),
    isCertain: match.kind === 'found',
  }
}
