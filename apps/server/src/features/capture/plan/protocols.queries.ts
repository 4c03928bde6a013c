import type { ClinicId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ProtocolTable } from '../../../db/capture-tables.ts'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { StudyAnnotationTable } from '../../../db/tables.ts'

/** The protocols of the clinic, and the built-in ones that it changed or removed. */
export const list = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('protocol')
    .selectAll()
    .where('protocol.clinicId', '=', clinicId)
    .orderBy('protocol.id')
    .execute()
export type ProtocolRow = Awaited<ReturnType<typeof list>>[number]

export const insert = (db: ClinicDb, protocol: Insertable<ProtocolTable>) =>
  db.insertInto('protocol', protocol).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: number, change: Updateable<ProtocolTable>) =>
  db
    .updateTable('protocol')
    .set(change)
    .where('protocol.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = (db: ClinicDb, id: number) =>
  db.deleteFrom('protocol').where('protocol.id', '=', id).execute()

export const removeBuiltInChanges = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .deleteFrom('protocol')
    .where('protocol.clinicId', '=', clinicId)
    .where('protocol.builtIn', 'is not', null)
    .execute()

/** An annotation that a concurrent request has planned stays as it is. */
export const planStep = (db: ClinicDb, annotation: Insertable<StudyAnnotationTable>) =>
  db
    .insertInto('studyAnnotation', annotation)
    .onConflict((conflict) => conflict.columns(['studyId', 'bodyPart', 'bodyPartView']).doNothing())
    .execute()
