import { flag, mayReference, references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The flow of consult cases: due time, history, messages, drafts, versions, presence, notices. */
export async function consultCases(schema: SchemaBuilder) {
  await addCaseColumns(schema)
  await createCaseTables(schema)
  await createNoticeTables(schema)
  await fillEarlierCases(schema)
}

async function addCaseColumns({ db, index, unique }: SchemaBuilder) {
  const alter = () => db.schema.alterTable('radCase')
  const add = (name: string, type: 'text' | 'bigint' | 'boolean') =>
    alter().addColumn(name, type).execute()
  const addWithDefault = (
    name: string,
    type: 'text' | 'integer' | 'bigint',
    value: string | number,
  ) => alter().addColumn(name, type, withDefault(value)).execute()
  await addWithDefault('version', 'integer', 1)
  await alter().addColumn('requestedRadiologistId', 'bigint', mayReference('user')).execute()
  for (const name of ['dueOn', 'soonOn', 'pausedSince', 'finalizedOn', 'criticalOn'] as const)
    await add(name, 'text')
  await add('acknowledgedOn', 'text')
  await alter().addColumn('acknowledgedById', 'bigint', mayReference('user')).execute()
  await alter().addColumn('isTest', 'boolean', flag(false)).execute()
  for (const name of ['criticalText', 'cancelReason', 'searchText'] as const)
    await addWithDefault(name, 'text', '')
  for (const name of ['reportVersion', 'questionCount', 'answerCount', 'dueNotice'] as const)
    await addWithDefault(name, 'integer', 0)
  await addWithDefault('pausedMs', 'bigint', 0)
  await add('turnaroundMs', 'bigint')
  await add('isInTime', 'boolean')
  await add('requestKey', 'text')
  await unique('radCase', 'requesterId', 'requestKey')
  await index('radCase', 'isDeleted', 'status', 'dueOn', 'id')
  await index('radCase', 'clinicId', 'isDeleted', 'status', 'dueOn')
  await index('radCase', 'isDeleted', 'status', 'submitOn', 'id')
  await index('radCase', 'status', 'dueNotice', 'soonOn')
}

async function createCaseTables({ table, tableWithId, index, unique }: SchemaBuilder) {
  await tableWithId('caseEvent', (event) =>
    event
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('action', 'text', required)
      .addColumn('fromStatus', 'integer')
      .addColumn('toStatus', 'integer', required)
      .addColumn('actorId', 'bigint', references('user'))
      .addColumn('radiologistId', 'bigint', mayReference('user'))
      .addColumn('address', 'text', required)
      .addColumn('note', 'text', required)
      .addColumn('createdOn', 'text', required),
  )
  await index('caseEvent', 'caseId')
  await tableWithId('caseMessage', (message) =>
    message
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('kind', 'text', required)
      .addColumn('isFromRadiologist', 'boolean', required)
      .addColumn('authorId', 'bigint', references('user'))
      .addColumn('text', 'text', required)
      .addColumn('createdOn', 'text', required),
  )
  await index('caseMessage', 'caseId')
  await table('caseFindings', (draft) =>
    draft
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('version', 'integer', required)
      .addColumn('findings', 'text', required)
      .addColumn('interpretation', 'text', required)
      .addColumn('internalMedicineRecommandations', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('savedOn', 'text', required),
  )
  await unique('caseFindings', 'caseId', 'userId')
  await table('caseReportVersion', (version) =>
    version
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('version', 'integer', required)
      .addColumn('findings', 'text', required)
      .addColumn('interpretation', 'text', required)
      .addColumn('internalMedicineRecommandations', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('addendum', 'text', required)
      .addColumn('reason', 'text', required)
      .addColumn('authorId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required),
  )
  await unique('caseReportVersion', 'caseId', 'version')
  await table('caseFeedback', (feedback) =>
    feedback
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('imageId', 'bigint', references('image', 'cascade'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('faults', 'text', required)
      .addColumn('createdOn', 'text', required),
  )
  await unique('caseFeedback', 'caseId', 'imageId')
  await index('caseFeedback', 'imageId')
  await table('casePresence', (presence) =>
    presence
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('since', 'text', required)
      .addColumn('seenOn', 'text', required),
  )
  await unique('casePresence', 'caseId', 'userId')
}

async function createNoticeTables({ table, tableWithId, index, unique }: SchemaBuilder) {
  await tableWithId('caseNotice', (notice) =>
    notice
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      .addColumn('kind', 'text', required)
      .addColumn('actorName', 'text', required)
      .addColumn('isListed', 'boolean', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('readOn', 'text'),
  )
  await index('caseNotice', 'userId', 'isListed', 'id')
  await index('caseNotice', 'userId', 'isListed', 'readOn')
  await index('caseNotice', 'caseId')
  await table('caseNoticeChoice', (choice) =>
    choice
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      .addColumn('kind', 'text', required)
      .addColumn('bell', 'boolean', required)
      .addColumn('mail', 'boolean', required),
  )
  await unique('caseNoticeChoice', 'userId', 'kind')
  await table('caseReader', (reader) =>
    reader
      .addColumn('userId', 'bigint', (id) =>
        id.primaryKey().references('user.id').onDelete('cascade'),
      )
      .addColumn('language', 'text', required),
  )
  await table('caseRevision', (revision) =>
    revision
      .addColumn('scope', 'bigint', (scope) => scope.primaryKey())
      .addColumn('revision', 'bigint', required),
  )
}

const hours: Readonly<Record<string, number>> = { '24 Hours': 24, '6 Hours': 6, Urgent: 1 }

interface EarlierCase {
  readonly id: number
  readonly clinicId: number
  readonly status: number
  readonly radiologistId: number | null
  readonly priority: string
  readonly createdOn: string
  readonly submitOn: string | null
  readonly findings: string
  readonly interpretation: string
  readonly internalMedicineRecommandations: string
  readonly signature: string
}

/** Cases of the version before have no due time, and their texts are in the case itself. */
async function fillEarlierCases({ db }: SchemaBuilder) {
  const rows = await db.selectFrom('radCase').selectAll().$castTo<EarlierCase>().execute()
  for (const row of rows) {
    const isFinal = row.status === 4
    const texts = {
      findings: row.findings,
      interpretation: row.interpretation,
      internalMedicineRecommandations: row.internalMedicineRecommandations,
      signature: row.signature,
    }
    const at = row.submitOn ?? row.createdOn
    const dueOn = new Date(Date.parse(at) + (hours[row.priority] ?? 24) * 3_600_000).toISOString()
    await db
      .updateTable('radCase')
      .set({
        ...(row.submitOn === null ? {} : { dueOn }),
        ...(isFinal
          ? { reportVersion: 1 }
          : {
              findings: '',
              interpretation: '',
              internalMedicineRecommandations: '',
              signature: '',
            }),
        ...(row.status === 3 ? { pausedSince: at } : {}),
        dueNotice: 2,
      })
      .where('id', '=', row.id)
      .execute()
    const { id: caseId, radiologistId } = row
    if (radiologistId === null) continue
    if (isFinal)
      await db
        .insertInto('caseReportVersion')
        .values({
          caseId,
          clinicId: row.clinicId,
          version: 1,
          ...texts,
          addendum: '',
          reason: '',
          authorId: radiologistId,
          createdOn: at,
        })
        .execute()
    else if (texts.findings !== '' || texts.interpretation !== '')
      await db
        .insertInto('caseFindings')
        .values({ caseId, userId: radiologistId, version: 1, ...texts, savedOn: at })
        .execute()
  }
}
