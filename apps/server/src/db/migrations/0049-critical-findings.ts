import { flag, mayReference, references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Critical findings in rows of their own, and reports of a study that know the case they answer and
 * whether that case names another animal.
 */
export async function criticalFindings(schema: SchemaBuilder) {
  const { db, tableWithId, index } = schema
  await tableWithId('caseCritical', (finding) =>
    finding
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('text', 'text', required)
      .addColumn('authorId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required)
      .addColumn('acknowledgedById', 'bigint', mayReference('user'))
      .addColumn('acknowledgedOn', 'text'),
  )
  await index('caseCritical', 'caseId')
  await index('caseCritical', 'clinicId', 'acknowledgedOn')
  const add = (table: string, name: string, value: number | string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, typeof value === 'number' ? 'integer' : 'text', withDefault(value))
      .execute()
  await add('caseReport', 'criticalCount', 0)
  await add('caseReport', 'acknowledgedCount', 0)
  await add('caseNotice', 'radiologistName', '')
  const alterReport = () => db.schema.alterTable('studyReport')
  await alterReport().addColumn('namesOtherPatient', 'boolean', flag(false)).execute()
  await alterReport().addColumn('caseId', 'bigint', mayReference('radCase')).execute()
  await alterReport().addColumn('caseVersion', 'integer').execute()
  await restoreFindings(schema)
  await fillReports(schema)
}

interface CriticalEvent {
  readonly caseId: number
  readonly clinicId: number
  readonly action: string
  readonly actorId: number
  readonly note: string
  readonly createdOn: string
}

/**
 * The history has every text, also those that a later finding replaced. An acknowledgement was for
 * the finding that was shown then; the clinic has never acknowledged a replaced one, which waits.
 */
async function restoreFindings({ db }: SchemaBuilder) {
  const events = await db
    .selectFrom('caseEvent')
    .selectAll()
    .where('action', 'in', ['reportCritical', 'acknowledge'])
    .orderBy('id')
    .$castTo<CriticalEvent>()
    .execute()
  const newest = new Map<number, number>()
  for (const { caseId, clinicId, action, actorId, note, createdOn } of events)
    if (action === 'reportCritical') {
      const { id } = await db
        .insertInto('caseCritical')
        .values({ caseId, clinicId, text: note, authorId: actorId, createdOn })
        .returning('id')
        .$castTo<{ readonly id: number }>()
        .executeTakeFirstOrThrow()
      newest.set(caseId, id)
    } else
      await db
        .updateTable('caseCritical')
        .set({ acknowledgedById: actorId, acknowledgedOn: createdOn })
        .where('id', '=', newest.get(caseId) ?? 0)
        .where('acknowledgedOn', 'is', null)
        .execute()
  // A case is acknowledged once all of its findings are.
  const waiting = db.selectFrom('caseCritical').select('caseId').where('acknowledgedOn', 'is', null)
  await db
    .updateTable('radCase')
    .set({ acknowledgedOn: null, acknowledgedById: null })
    .where('id', 'in', waiting)
    .execute()
}

/** The PDFs show one finding each; the next download of a case with more makes a further one. */
async function fillReports({ db }: SchemaBuilder) {
  await db
    .updateTable('caseReport')
    .set({ criticalCount: 1 })
    .where('criticalOn', 'is not', null)
    .execute()
  await db
    .updateTable('caseReport')
    .set({ acknowledgedCount: 1 })
    .where('acknowledgedOn', 'is not', null)
    .execute()
  const reports = await db
    .selectFrom('studyReport')
    .select(['id', 'requestKey'])
    .where('requestKey', 'like', 'case %')
    .$castTo<{ readonly id: number; readonly requestKey: string }>()
    .execute()
  for (const { id, requestKey } of reports) {
    const [, caseId, caseVersion] = /^case (\d+) version (\d+)/u.exec(requestKey) ?? []
    if (caseId === undefined || caseVersion === undefined) continue
    await db
      .updateTable('studyReport')
      .set({ caseId: Number(caseId), caseVersion: Number(caseVersion) })
      .where('id', '=', id)
      .execute()
  }
}
