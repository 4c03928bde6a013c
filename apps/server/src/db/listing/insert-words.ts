import type { ClinicId, OwnerId, PatientId } from '@talus/contract'
import { sql } from 'kysely'
import { isSqlite } from '../is-sqlite.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { OwnerWordField, PatientWordField } from '../word-tables.ts'

interface Rows<Id, Field> {
  readonly clinicId: ClinicId
  readonly id: Id
  readonly words: readonly { readonly field: Field; readonly word: string }[]
}

/**
 * Inserts the words of a record from one parameter, so that the statement is the same for any number
 * of words: building an insert of forty rows takes longer than executing it. Another server that
 * starts at the same time inserts the same words.
 */
function prepareInsert<Id extends number, Field extends string>(table: string, idColumn: string) {
  const insert = prepareQuery(
    (unscopedDb, { clinicId, id, json }: { clinicId: ClinicId; id: Id; json: string }) => {
      const list = isSqlite(unscopedDb)
        ? sql`json_each(${json})`
        : sql`json_array_elements(cast(${json} as json))`
      const query = sql<never>`insert into ${sql.table(table)}
        ("clinicId", ${sql.ref(idColumn)}, "field", "word")
        select cast(${clinicId} as bigint), cast(${id} as bigint), item.value ->> 0, item.value ->> 1
        from ${list} as item where true on conflict do nothing`
      return { compile: () => query.compile(unscopedDb) }
    },
  )
  return async (
    unscopedDb: Parameters<typeof insert>[0],
    { clinicId, id, words }: Rows<Id, Field>,
  ): Promise<void> => {
    // A name that consists only of accents has no words.
    if (words.length === 0) return
    const json = JSON.stringify(words.map(({ field, word }) => [field, word]))
    await insert(unscopedDb, { clinicId, id, json })
  }
}

export const insertOwnerWords = prepareInsert<OwnerId, OwnerWordField>('ownerWord', 'ownerId')
export const insertPatientWords = prepareInsert<PatientId, PatientWordField>(
  'patientWord',
  'patientId',
)
