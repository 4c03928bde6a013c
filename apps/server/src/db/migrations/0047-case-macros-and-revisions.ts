import { sql } from 'kysely'
import { references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Macros of radiologists, who have no clinic, and further PDFs of a version of a case report: each
 * shows the critical finding as it stood then.
 */
export async function caseMacrosAndRevisions({ db, tableWithId, unique }: SchemaBuilder) {
  await tableWithId('caseMacro', (macro) =>
    macro
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('shortcut', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('changedOn', 'text', required),
  )
  await unique('caseMacro', 'userId', 'shortcut')

  const alter = () => db.schema.alterTable('caseReport')
  await alter().addColumn('revision', 'integer', withDefault(1)).execute()
  for (const name of ['criticalOn', 'acknowledgedOn'])
    await alter().addColumn(name, 'text').execute()
  await db.schema.dropIndex('uq:caseReport:caseId,version').execute()
  await unique('caseReport', 'caseId', 'version', 'revision')
  // A PDF shows the state of the case at the time when it was made.
  for (const name of ['criticalOn', 'acknowledgedOn'])
    await sql`update ${sql.table('caseReport')} set ${sql.ref(name)} = (
      select ${sql.ref(`radCase.${name}`)} from ${sql.table('radCase')}
      where ${sql.ref('radCase.id')} = ${sql.ref('caseReport.caseId')}
        and ${sql.ref(`radCase.${name}`)} <= ${sql.ref('caseReport.createdOn')})`.execute(db)
}
