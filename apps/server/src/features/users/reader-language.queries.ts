import type { Language, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** The language in which mails to a user are written; undefined until they have used a page. */
export async function findLanguage(unscopedDb: UnscopedDb, userId: UserId) {
  const reader = await unscopedDb
    .selectFrom('caseReader')
    .select('language')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return reader?.language
}

/** Writes only if the language is another one. */
export const saveLanguage = (unscopedDb: UnscopedDb, userId: UserId, language: Language) =>
  unscopedDb
    .insertInto('caseReader')
    .values({ userId, language })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ language })
        .where('caseReader.language', '!=', language),
    )
    .execute()
