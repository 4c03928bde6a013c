import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Indexes that contain every column by which the list of cases selects, searches and sorts: the rows
 * of the table are a kilobyte long, and are read for the visible page only. Search words are parts of
 * three names, so an entry is far below the limit of PostgreSQL (2,704 bytes).
 */
export async function caseListIndexes({ db, index }: SchemaBuilder) {
  await index('radCase', 'status', 'submitOn', 'id', 'isDeleted', 'clinicId', 'searchText')
  await index('radCase', 'status', 'dueOn', 'id', 'isDeleted', 'clinicId')
  // For the counts; both engines store equal keys of an index briefly.
  await index('radCase', 'isDeleted', 'status', 'clinicId')
  for (const columns of [
    'status,submitOn',
    'isDeleted,status,submitOn,id',
    'isDeleted,status,dueOn,id',
  ])
    await db.schema.dropIndex(`ix:radCase:${columns}`).execute()
}
