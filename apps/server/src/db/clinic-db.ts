import { isInReach, refuse } from '@talus/contract'
import type { ClinicId, Reach } from '@talus/contract'
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
import type { Database } from './tables.ts'

/** Tables whose rows belong to a clinic, with the column that contains the clinic's id. */
const clinicColumns = {
  clinic: 'id',
  user: 'clinicId',
  doctor: 'clinicId',
  owner: 'clinicId',
  ownerWord: 'clinicId',
  patient: 'clinicId',
  patientWord: 'clinicId',
  study: 'clinicId',
  studyAnnotation: 'clinicId',
  studyReport: 'clinicId',
  image: 'clinicId',
  imageExposure: 'clinicId',
  imageHeader: 'clinicId',
  series: 'clinicId',
  imageRejection: 'clinicId',
  rawFrame: 'clinicId',
  replacedInstance: 'clinicId',
  studyRestraint: 'clinicId',
  protocol: 'clinicId',
  viewerState: 'clinicId',
  dicomServer: 'clinicId',
  dicomReceiver: 'clinicId',
  dicomSend: 'clinicId',
  emailConfig: 'clinicId',
  share: 'clinicId',
  shareImage: 'clinicId',
  radCase: 'clinicId',
  caseFile: 'clinicId',
  auditEvent: 'clinicId',
} as const satisfies Partial<Record<keyof Database, string>>

export type ClinicTableName = keyof typeof clinicColumns
export const clinicTables = Object.keys(clinicColumns) as readonly ClinicTableName[]

type UnscopedDb = Kysely<Database>
type Nothing = Record<never, never>

/**
 * The only database handle that a route gets. Every query is limited to the clinics that the actor
 * reaches, so that no query can forget the filter. Joined rows belong to the same clinic, because
 * foreign keys include the clinic.
 */
export class ClinicDb {
  readonly reach: Reach
  readonly #unscopedDb: UnscopedDb

  constructor(unscopedDb: UnscopedDb, reach: Reach) {
    this.#unscopedDb = unscopedDb
    this.reach = reach
  }

  /** For rows without a clinic that belong to a checked row: permission profiles, sessions. */
  get unscopedDb(): UnscopedDb {
    return this.#unscopedDb
  }

  /** The same handle, bounded to one clinic of the reach. */
  within(clinicId: ClinicId): ClinicDb {
    if (!isInReach(this.reach, clinicId)) refuse('access/other-clinic')
    return new ClinicDb(this.#unscopedDb, [clinicId])
  }

  selectFrom<Table extends ClinicTableName>(table: Table) {
    // Typed as the builder of one table: every table has the column that #inReach compares.
    const query = this.#unscopedDb.selectFrom(table) as unknown as SelectQueryBuilder<
      Database,
      'study',
      Nothing
    >
    return query.where(this.#inReach(table)) as unknown as SelectQueryBuilder<
      Database,
      Table,
      Nothing
    >
  }

  updateTable<Table extends ClinicTableName>(table: Table) {
    const query = this.#unscopedDb.updateTable(table) as unknown as UpdateQueryBuilder<
      Database,
      'study',
      'study',
      UpdateResult
    >
    return query.where(this.#inReach(table)) as unknown as UpdateQueryBuilder<
      Database,
      Table,
      Table,
      UpdateResult
    >
  }

  deleteFrom<Table extends ClinicTableName>(table: Table) {
    const query = this.#unscopedDb.deleteFrom(table) as unknown as DeleteQueryBuilder<
      Database,
      'study',
      DeleteResult
    >
    return query.where(this.#inReach(table)) as unknown as DeleteQueryBuilder<
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
   * Writes to the audit trail from any reach, in the transaction of the change; entries are never
   * changed.
   */
  async journal(event: Insertable<Database['auditEvent']>): Promise<void> {
    await this.#unscopedDb.insertInto('auditEvent').values(event).execute()
  }

  /** All inside succeeds or nothing does. The callback's `db` replaces the outer one. */
  transaction<Result>(work: (db: ClinicDb) => Promise<Result>): Promise<Result> {
    return this.#unscopedDb
      .transaction()
      .execute((transaction) => work(new ClinicDb(transaction, this.reach)))
  }

  #inReach(table: ClinicTableName) {
    if (this.reach === 'every-clinic') return sql<boolean>`1 = 1`
    if (this.reach.length === 0) return sql<boolean>`1 = 0`
    const column = sql.ref(`${table}.${clinicColumns[table]}`)
    return sql<boolean>`${column} in (${sql.join([...this.reach])})`
  }
}
