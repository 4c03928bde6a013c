import { refuse } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexOwner, indexPatient } from '../../db/listing/index.ts'
import type { RecordChange } from '../../db/reassign-tables.ts'
import { findRemainingOwner, findRemainingPatient } from '../patients/index.ts'

const findRow = ({ table, id }: RecordChange, db: ClinicDb) => {
  if (table === 'patient')
    return db.selectFrom('patient').selectAll().where('patient.id', '=', id).executeTakeFirst()
  if (table === 'owner')
    return db.selectFrom('owner').selectAll().where('owner.id', '=', id).executeTakeFirst()
  if (table === 'study')
    return db.selectFrom('study').selectAll().where('study.id', '=', id).executeTakeFirst()
  return db.selectFrom('radCase').selectAll().where('radCase.id', '=', id).executeTakeFirst()
}

const hasValues = (row: object | undefined, values: object) => {
  const current = new Map<string, unknown>(Object.entries(row ?? {}))
  return Object.entries(values).every(([name, value]) => current.get(name) === value)
}

async function writeRow(db: ClinicDb, change: RecordChange): Promise<void> {
  const { table, id, after } = change
  if (table === 'patient')
    await db.updateTable('patient').set(after).where('patient.id', '=', id).execute()
  else if (table === 'owner')
    await db.updateTable('owner').set(after).where('owner.id', '=', id).execute()
  else if (table === 'study')
    await db.updateTable('study').set(after).where('study.id', '=', id).execute()
  else await db.updateTable('radCase').set(after).where('radCase.id', '=', id).execute()
}

/** Two patients may exchange their identifiers, which are unique at every moment. */
async function parkIdentifiers(db: ClinicDb, changes: readonly RecordChange[]): Promise<void> {
  for (const { table, id, after } of changes)
    if (table === 'patient' && ('patientId' in after || 'accessionCode' in after))
      await db
        .updateTable('patient')
        .set({ patientId: `merging ${id}`, accessionCode: `merging ${id}` })
        .where('patient.id', '=', id)
        .execute()
}

/** The names of the columns that a change writes. */
function listChangedNames({ table, before, after }: RecordChange): ReadonlySet<string> {
  const from = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => from.get(name) !== value)
  const names = new Set(changed.map(([name]) => name))
  // Identifiers are parked together, so that both have to be written.
  if (table === 'patient' && (names.has('patientId') || names.has('accessionCode')))
    return new Set([...names, 'patientId', 'accessionCode'])
  return names
}

const pick = (values: object, names: ReadonlySet<string> = new Set(Object.keys(values))) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))

/** Drops the columns that stay the same, and records without others. */
export const reduceChanges = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.flatMap((change) => {
    const names = listChangedNames(change)
    const before = pick(change.before, names)
    const after = pick(change.after, names)
    return names.size === 0 ? [] : [withValues(change, before, after)]
  })

/** The compiler relates table and columns only if each table is named. */
function withValues(
  change: RecordChange,
  before: ReturnType<typeof pick>,
  after: ReturnType<typeof pick>,
): RecordChange {
  switch (change.table) {
    case 'patient':
      return { ...change, before, after }
    case 'owner':
      return { ...change, before, after }
    case 'study':
      return { ...change, before, after }
    case 'radCase':
      return { ...change, before, after }
  }
}

/** The changes that restore the former values, in the opposite order. */
export const invertChanges = (changes: readonly RecordChange[]): RecordChange[] =>
  changes.map((change) => withValues(change, pick(change.after), pick(change.before))).toReversed()

/** Whether a record no longer has the values that a change started from. */
export async function haveChanged(
  db: ClinicDb,
  changes: readonly RecordChange[],
): Promise<boolean> {
  for (const change of changes)
    if (!hasValues(await findRow(change, db), change.before)) return true
  return false
}

/**
 * Writes the changes and indexes the records. If a record no longer has the values that a change
 * started from, nothing is written: another user changed it, and nobody can tell what is right.
 */
export async function applyChanges(db: ClinicDb, changes: readonly RecordChange[]): Promise<void> {
  if (await haveChanged(db, changes)) refuse('reassign/changed-since')
  await parkIdentifiers(db, changes)
  for (const change of changes) await writeRow(db, change)
  const { patientIds, ownerIds } = await findIndexed(db, changes)
  for (const id of patientIds) await indexPatient(db.unscopedDb, id)
  for (const id of ownerIds) await indexOwner(db.unscopedDb, id)
}

/** The records whose search words depend on the changes. */
async function findIndexed(db: ClinicDb, changes: readonly RecordChange[]) {
  const patientIds = new Set<PatientId>()
  const ownerIds = new Set<OwnerId>()
  for (const { table, id, before, after } of changes) {
    if (table === 'study')
      for (const { patientId } of [before, after]) if (patientId) patientIds.add(patientId)
    if (table === 'owner') {
      ownerIds.add(id)
      for (const { mergedIntoId } of [before, after]) if (mergedIntoId) ownerIds.add(mergedIntoId)
    }
    if (table !== 'patient') continue
    patientIds.add(id)
    for (const { ownerId, mergedIntoId } of [before, after]) {
      if (ownerId) ownerIds.add(ownerId)
      // The words of a record contain those of the merged ones.
      if (mergedIntoId) patientIds.add(mergedIntoId)
    }
  }
  // The record that remained may have been merged again.
  for (const id of patientIds) patientIds.add(await findRemainingPatient(db, id))
  for (const id of ownerIds) ownerIds.add(await findRemainingOwner(db, id))
  // The words of an animal contain its owner, and those of an owner the names of the animals.
  if (ownerIds.size > 0)
    for (const { id } of await db
      .selectFrom('patient')
      .select('patient.id')
      .where('patient.ownerId', 'in', [...ownerIds])
      .execute())
      patientIds.add(id)
  if (patientIds.size > 0)
    for (const { ownerId } of await db
      .selectFrom('patient')
      .select('patient.ownerId')
      .where('patient.id', 'in', [...patientIds])
      .execute())
      if (ownerId !== null) ownerIds.add(ownerId)
  return { patientIds, ownerIds }
}
