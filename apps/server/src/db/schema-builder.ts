import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'

/** Creates tables and indices on both engines; migrations use only these functions. */
export type Engine = 'sqlite' | 'postgres'
// oxlint-disable-next-line typescript/no-explicit-any -- a migration uses the schema of its time, not the current types
export type MigrationDb = Kysely<any>

// oxlint-disable-next-line typescript/no-explicit-any -- as above: the columns of a table that is being created
type Table = CreateTableBuilder<string, any>
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const required: Column = (column) => column.notNull()
export const flag =
  (value: boolean): Column =>
  (column) =>
    // SQLite accepts true and false as literals too, and recognises the column by its declared
    // type.
    column.notNull().defaultTo(sql.raw(String(value)))
export const withDefault =
  (value: string | number): Column =>
  (column) =>
    column.notNull().defaultTo(value)
export const references =
  (table: string, onDelete: 'cascade' | 'restrict' = 'restrict'): Column =>
  (column) =>
    column.notNull().references(`${table}.id`).onDelete(onDelete)
export const mayReference =
  (table: string): Column =>
  (column) =>
    column.references(`${table}.id`).onDelete('restrict')

export function createSchemaBuilder(db: MigrationDb, engine: Engine) {
  return {
    db,
    engine,

    /**
     * Text that is compared character by character: a search for a prefix is then a range, and both
     * engines sort alike, whatever the locale of the PostgreSQL server.
     */
    keyText: engine === 'sqlite' ? sql`text` : sql`text collate "C"`,

    table: (name: string, columns: (table: Table) => Table) =>
      columns(db.schema.createTable(name) as Table).execute(),

    /** Creates a table with an increasing id that is never reused, not even after a delete. */
    tableWithId: (name: string, columns: (table: Table) => Table) =>
      columns(
        engine === 'sqlite'
          ? (db.schema
              .createTable(name)
              .addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement()) as Table)
          : (db.schema
              .createTable(name)
              .addColumn('id', 'bigint', (id) =>
                id.primaryKey().generatedByDefaultAsIdentity(),
              ) as Table),
      ).execute(),

    index: (table: string, ...columns: readonly string[]) =>
      db.schema
        .createIndex(`ix:${table}:${columns.map((column) => column.split(' ')[0]).join(',')}`)
        .on(table)
        .columns([...columns])
        .execute(),

    /** The name of the index contains table and columns, so that a violation can name the field. */
    unique: (table: string, ...columns: readonly string[]) =>
      db.schema
        .createIndex(`uq:${table}:${columns.join(',')}`)
        .unique()
        .on(table)
        .columns([...columns])
        .execute(),
  }
}

export type SchemaBuilder = ReturnType<typeof createSchemaBuilder>

/**
 * A foreign key that includes the clinic: the database refuses references to records of other
 * clinics.
 */
export const sameClinic =
  (column: string, parent: string) =>
  (table: Table): Table =>
    table.addForeignKeyConstraint(`fk:${column}:${parent}`, ['clinicId', column], parent, [
      'clinicId',
      'id',
    ]) as Table
