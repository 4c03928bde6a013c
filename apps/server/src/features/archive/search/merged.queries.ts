import type { OwnerId, PatientId } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
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

const isOneOf = (column: string, ids: ReadonlySet<number>) =>
  ids.size === 0 ? undefined : sql<SqlBool>`${sql.ref(column)} in (${sql.join([...ids])})`

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
    const ofIds = condition && isOneOf('patient.id', await findPatients(db, condition))
    if (ofIds) found.set(keyword, ofIds)
  }
  const person = (keys.get('ResponsiblePerson') ?? '').replaceAll('^', ' ')
  const condition = matchesFolded('owner.search', person)
  const ofIds = condition && isOneOf('owner.id', await findOwners(db, condition))
  if (ofIds) found.set('ResponsiblePerson', ofIds)
  return found
}
