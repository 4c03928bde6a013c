import type { ClinicId } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../../db/open.ts'

/** The tables of the records that requests name by a number, by the first part of their path. */
const tables: Readonly<Record<string, string>> = {
  owner: 'owner',
  patient: 'patient',
  study: 'study',
  viewerstate: 'study',
  image: 'image',
  document: 'image',
  clinicprofile: 'doctor',
  dicomserver: 'dicomServer',
  user: 'user',
}

/** The clinic of a record that was answered as not found; undefined if it does not exist. */
export async function findClinicOfRecord(
  unscopedDb: UnscopedDb,
  pathName: string,
  id: number,
): Promise<ClinicId | undefined> {
  const table = tables[pathName.toLowerCase()]
  if (table === undefined) return undefined
  const { rows } = await sql<{ readonly clinicId: ClinicId | null }>`
    select ${sql.ref('clinicId')} from ${sql.table(table)} where id = ${id}`.execute(unscopedDb)
  return rows[0]?.clinicId ?? undefined
}
