import type { OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { isOneOf } from '../../../db/is-one-of.ts'
import { findRemainingOwner, findRemainingPatient } from '../../patients/index.ts'
import { matchesFolded, matchesText } from './keys.ts'
import type { Condition } from './keys.ts'

/** A wildcard may match every merged record; more are not followed. */
const mergedMax = 500

async function findPatients(db: ClinicDb, condition: Condition): Promise<ReadonlySet<PatientId>> {
  const merged = await db
    .selectFrom('patient')
    .select('patient.id')
    .where(condition)
    .where('patient.mergedIntoId', 'is not', null)
    .limit(mergedMax)
    .execute()
  const ids = new Set<PatientId>()
  for (const { id } of merged) ids.add(await findRemainingPatient(db, id))
  return ids
}

async function findOwners(db: ClinicDb, condition: Condition): Promise<ReadonlySet<OwnerId>> {
  const merged = await db
    .selectFrom('owner')
    .select('owner.id')
    .where(condition)
    .where('owner.mergedIntoId', 'is not', null)
    .limit(mergedMax)
    .execute()
  const ids = new Set<OwnerId>()
  for (const { id } of merged) ids.add(await findRemainingOwner(db, id))
  return ids
}

/**
 * Conditions for the records that remain of merged ones, by the key that names the merged record:
 * its number is on collars, referrals and other systems.
 */
export async function findMergedConditions(
  db: ClinicDb,
  keys: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Condition>> {
  const found = new Map<string, Condition>()
  const columns = { PatientID: 'patient.patientId', AccessionNumber: 'patient.accessionCode' }
  for (const [keyword, column] of Object.entries(columns)) {
    const condition = matchesText(column, keys.get(keyword) ?? '')
    const ids = condition && (await findPatients(db, condition))
    if (ids && ids.size > 0) found.set(keyword, isOneOf('patient.id', ids))
  }
  const person = (keys.get('ResponsiblePerson') ?? '').replaceAll('^', ' ')
  const condition = matchesFolded('owner.search', person)
  const ids = condition && (await findOwners(db, condition))
  if (ids && ids.size > 0) found.set('ResponsiblePerson', isOneOf('owner.id', ids))
  return found
}
