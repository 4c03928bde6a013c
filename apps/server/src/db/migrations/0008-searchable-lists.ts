import { foldText } from '@talus/contract'
import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Lists that grow are sorted and searched by the database, by keys that both engines order alike. */
export async function searchableLists({ db, index }: SchemaBuilder) {
  for (const column of ['firstNameKey', 'lastNameKey'])
    await db.schema.alterTable('user').addColumn(column, 'text', withDefault('')).execute()
  for (const { id, firstName, lastName } of await db
    .selectFrom('user')
    .select(['id', 'firstName', 'lastName'])
    .execute())
    await db
      .updateTable('user')
      .set({ firstNameKey: foldText(String(firstName)), lastNameKey: foldText(String(lastName)) })
      .where('id', '=', id)
      .execute()

  for (const clinic of await db.selectFrom('clinic').selectAll().execute())
    await db
      .updateTable('clinic')
      .set({
        search: foldText(
          [clinic.name, clinic.aeTitle, clinic.phone, clinic.email, clinic.address].join(' '),
        ),
      })
      .where('id', '=', clinic.id)
      .execute()

  for (const column of ['subject', 'search'])
    await db.schema.alterTable('auditEvent').addColumn(column, 'text', withDefault('')).execute()
  await index('auditEvent', 'action', 'id')
}
