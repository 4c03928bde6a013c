import { isCaseReach, isInReach, refuse } from '@talus/contract'
import type { CaseFileId, ClinicId, Reach } from '@talus/contract'
import { sql } from 'kysely'
import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import { CaseReachPlugin, createCaseCondition } from './case-reach.ts'
import { createClinicCondition } from './clinic-tables.ts'
import type { ClinicTableName } from './clinic-tables.ts'
import { withNamedStatements } from './named-statements.ts'
import { prepareQuery } from './prepared-query.ts'
import type { Database } from './tables.ts'

type UnscopedDb = Kysely<Database>
type Nothing = Record<never, never>

const addEvent = prepareQuery((unscopedDb, event: Insertable<Database['auditEvent']>) =>
  unscopedDb.insertInto('auditEvent').values(event),
)

/**
 * The only database handle that a route gets. Every query is limited to the clinics that the actor
 * reaches, so that no query can forget the filter. Joined rows belong to the same clinic, because
 * foreign keys include the clinic.
 */
export class ClinicDb {
  readonly reach: Reach
  readonly #unscopedDb: UnscopedDb
  /** Bounds joined tables as well, if the reach is that of a radiologist. */
  readonly #db: UnscopedDb

  constructor(unscopedDb: UnscopedDb, reach: Reach) {
    this.#unscopedDb = unscopedDb
    this.#db = isCaseReach(reach) ? unscopedDb.withPlugin(new CaseReachPlugin(reach)) : unscopedDb
    this.reach = reach
  }

  /** For rows without a clinic that belong to a checked row: permission profiles, sessions. */
  get unscopedDb(): UnscopedDb {
    return this.#unscopedDb
  }

  /** The same handle, for queries whose plans the database should keep. */
  get named(): ClinicDb {
    return new ClinicDb(withNamedStatements(this.#unscopedDb), this.reach)
  }

  /** The same handle, bounded to one clinic of the reach. */
  within(clinicId: ClinicId): ClinicDb {
    if (!isInReach(this.reach, clinicId)) refuse('access/other-clinic')
    return new ClinicDb(this.#unscopedDb, [clinicId])
  }

  selectFrom<Table extends ClinicTableName>(table: Table) {
    // Typed as the builder of one table: every table has the column that the condition compares.
    const query = this.#db.selectFrom(table) as unknown as SelectQueryBuilder<
      Database,
      'study',
      Nothing
    >
    // The plugin bounds the table of a select already.
    const bounded = isCaseReach(this.reach) ? query : query.where(this.#isVisible(table))
    return bounded as unknown as SelectQueryBuilder<Database, Table, Nothing>
  }

  updateTable<Table extends ClinicTableName>(table: Table) {
    const query = this.#db.updateTable(table) as unknown as UpdateQueryBuilder<
      Database,
      'study',
      'study',
      UpdateResult
    >
    return query.where(this.#isWritable(table)) as unknown as UpdateQueryBuilder<
      Database,
      Table,
      Table,
      UpdateResult
    >
  }

  deleteFrom<Table extends ClinicTableName>(table: Table) {
    const query = this.#db.deleteFrom(table) as unknown as DeleteQueryBuilder<
      Database,
      'study',
      DeleteResult
    >
    return query.where(this.#isWritable(table)) as unknown as DeleteQueryBuilder<
      Database,
      Table,
      DeleteResult
    >
  }

  insertInto<Table extends Exclude<ClinicTableName, 'clinic'>>(
    table: Table,
    row: Insertable<Database[Table]>,
  ) {
    const { clinicId } = row as unknown as { readonly clinicId: ClinicId | null }
    if (clinicId === null || !isInReach(this.reach, clinicId)) refuse('access/other-clinic')
    const query = this.#unscopedDb.insertInto(table)
    return query.values(row)
  }

  /**
   * Adds a file to a case of the reach. It is the only row that a radiologist adds to a clinic, and
   * only to a case that is assigned to them.
   */
  async insertCaseFile(
    file: Omit<Insertable<Database['caseFile']>, 'clinicId'>,
  ): Promise<CaseFileId> {
    const { reach } = this
    const found = await this.selectFrom('radCase')
      .select(['radCase.clinicId', 'radCase.radiologistId'])
      .where('radCase.id', '=', file.caseId)
      .executeTakeFirst()
    if (!found) return refuse('record/not-found')
    const { clinicId, radiologistId } = found
    const isOwn = isCaseReach(reach) && radiologistId === reach.radiologistId
    if (!isOwn && !isInReach(reach, clinicId)) refuse('record/not-found')
    const row = { ...file, clinicId }
    const query = this.#unscopedDb.insertInto('caseFile').values(row).returning('id')
    return (await query.executeTakeFirstOrThrow()).id
  }

  /**
   * Writes to the audit trail from any reach, in the transaction of the change; entries are never
   * changed.
   */
  async journal(event: Insertable<Database['auditEvent']>): Promise<void> {
    await addEvent(this.#unscopedDb, event)
  }

  /** All inside succeeds or nothing does. The callback's `db` replaces the outer one. */
  transaction<Result>(work: (db: ClinicDb) => Promise<Result>): Promise<Result> {
    return this.#unscopedDb
      .transaction()
      .execute((transaction) => work(new ClinicDb(transaction, this.reach)))
  }

  /** A radiologist changes no rows of other clinics except those of their cases. */
  #isWritable(table: ClinicTableName) {
    if (!isCaseReach(this.reach) || table === 'radCase') return this.#isVisible(table)
    return createClinicCondition(table, this.reach.clinicIds)
  }

  #isVisible(table: ClinicTableName) {
    if (this.reach === 'every-clinic') return sql<boolean>`1 = 1`
    return isCaseReach(this.reach)
      ? createCaseCondition(table, table, this.reach)
      : createClinicCondition(table, this.reach)
  }
}
