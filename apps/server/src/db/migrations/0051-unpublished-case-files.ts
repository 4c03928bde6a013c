import { flag } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Files of a radiologist that the clinic sees with the report only. */
export async function unpublishedCaseFiles({ db }: SchemaBuilder) {
  await db.schema
    .alterTable('caseFile')
    .addColumn('isUnpublished', 'boolean', flag(false))
    .execute()
  // Assigned and Waiting: these reports are not written yet.
  const isBeingRead = db
    .selectFrom('radCase')
    .select('radCase.id')
    .whereRef('radCase.id', '=', 'caseFile.caseId')
    .whereRef('radCase.radiologistId', '=', 'caseFile.userId')
    .where('radCase.status', 'in', [2, 3])
  await db
    .updateTable('caseFile')
    .set({ isUnpublished: true })
    .where('imageId', 'is', null)
    .where((where) => where.exists(isBeingRead))
    .execute()
}
