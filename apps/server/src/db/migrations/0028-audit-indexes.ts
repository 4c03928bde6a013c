import { sql } from 'kysely'
import { withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Indexes for an audit trail of ten million events: by kind, and by the words of an event. Both
 * engines have an index for words: FTS5 in SQLite, GIN in PostgreSQL.
 */
export async function auditIndexes({ db, engine, index }: SchemaBuilder) {
  await db.schema.alterTable('auditEvent').addColumn('kind', 'text', withDefault('')).execute()
  if (engine === 'sqlite')
    await sql`update auditEvent set kind = substr(action, 1, instr(action, '.') - 1)`.execute(db)
  else await sql`update "auditEvent" set kind = split_part(action, '.', 1)`.execute(db)
  await index('auditEvent', 'kind', 'id')
  await index('auditEvent', 'clinicId', 'kind', 'id')
  await index('auditEvent', 'userId', 'kind', 'id')
  if (engine === 'sqlite') await sqliteWords(db)
  // A lexeme has at most 2046 bytes, which 500 characters never exceed.
  else
    await sql`create index "ix:auditEvent:words" on "auditEvent" using gin
      (array_to_tsvector(array_remove(string_to_array(left(search, 500), ' '), '')))`.execute(db)
}

/**
 * The table holds no text, only which event has which word. The filters of the page are words too,
 * written with a character that no text has, so that one lookup combines them.
 */
async function sqliteWords(db: SchemaBuilder['db']) {
  const words = (row: string) =>
    sql.raw(
      `${row}search || ' ${facet}k' || ${row}kind || ' ${facet}a' || ${row}action` +
        ` || ' ${facet}c' || coalesce(${row}clinicId, 0) || ' ${facet}u' || coalesce(${row}userId, 0)`,
    )
  await sql`create virtual table auditWord using fts5 (words, content = '', contentless_delete = 1,
    detail = none, prefix = '1 2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'")`.execute(db)
  await sql`insert into auditWord (rowid, words) select id, ${words('')} from auditEvent`.execute(
    db,
  )
  await sql`create trigger auditWordInsert after insert on auditEvent begin
    insert into auditWord (rowid, words) values (new.id, ${words('new.')});
  end`.execute(db)
  await sql`create trigger auditWordDelete after delete on auditEvent begin
    delete from auditWord where rowid = old.id;
  end`.execute(db)
}

/** A character for private use. */
const facet = '\uE0F0'
