import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'

/** What differs between the two engines when a table is made; migrations use only this. */
export type Engine = 'sqlite' | 'postgres'
// oxlint-disable-next-line typescript/no-explicit-any -- a migration sees the schema of its own day, not today's types
export type MigrationDb = Kysely<any>

// oxlint-disable-next-line typescript/no-explicit-any -- as above: the columns of a table in the making
type Table = CreateTableBuilder<string, any>
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const required: Column = (column) => column.notNull()
export const flag =
  (value: boolean): Column =>
  (column) =>
    // SQLite takes true and false as words as well, and knows the column by its declared type.
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

export function schemaBuilder(db: MigrationDb, engine: Engine) {
  return {
    db,
    engine,

    /**
     * Text that is compared character by character: a search for a beginning is then a range, and
     * both engines sort alike, whatever language the PostgreSQL server was set up in.
     */
    keyText: engine === 'sqlite' ? sql`text` : sql`text collate "C"`,

    table: (name: string, columns: (table: Table) => Table) =>
      columns(db.schema.createTable(name) as Table).execute(),

    /** A table with a growing id that is never given twice, not even after a delete. */
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

    /** The name carries table and columns, so that a violation can say which field is taken. */
    unique: (table: string, ...columns: readonly string[]) =>
      db.schema
        .createIndex(`uq:${table}:${columns.join(',')}`)
        .unique()
        .on(table)
        .columns([...columns])
        .execute(),
  }
}

export type SchemaBuilder = ReturnType<typeof schemaBuilder>

/** A record can only point at a record of its own clinic: the database itself holds the wall. */
export const sameClinic =
  (column: string, parent: string) =>
  (table: Table): Table =>
    table.addForeignKeyConstraint(`fk:${column}:${parent}`, ['clinicId', column], parent, [
      'clinicId',
      'id',
    ]) as Table
