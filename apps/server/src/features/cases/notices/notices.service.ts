import { caseNoticeKinds, getDefaultNoticePreference } from '@talus/contract'
import type { CaseNoticePreference, Language } from '@talus/contract'
import type { ChangeContext } from '../../audit/index.ts'
import * as queries from './notices.queries.ts'

type Reader = Pick<ChangeContext, 'db' | 'actor'>

/** Also notes the reader's language, in which mails to them are written. */
export async function listNotices({ db, actor }: Reader, limit: number, language: Language) {
  await queries.saveLanguage(db.unscopedDb, actor.id, language)
  return {
    notices: await queries.listNotices(db.unscopedDb, actor.id, limit),
    unread: await queries.countUnread(db.unscopedDb, actor.id),
  }
}

export const countUnread = async ({ db, actor }: Reader) => ({
  unread: await queries.countUnread(db.unscopedDb, actor.id),
})

export async function readNotices(
  { db, actor, clock }: Omit<ChangeContext, 'address'>,
  ids: readonly number[] | undefined,
) {
  const readOn = clock().toISOString()
  await queries.markRead(db.unscopedDb, { userId: actor.id, ids, readOn })
  return countUnread({ db, actor })
}

export async function listPreferences({ db, actor }: Reader): Promise<CaseNoticePreference[]> {
  const choices = await queries.listChoices(db.unscopedDb, actor.id)
  return caseNoticeKinds.map(
    (kind) => choices.find((one) => one.kind === kind) ?? getDefaultNoticePreference(kind),
  )
}

export async function savePreferences(
  { db, actor }: Reader,
  preferences: readonly CaseNoticePreference[],
): Promise<CaseNoticePreference[]> {
  await db.transaction(async (db) => {
    for (const choice of preferences)
      await queries.saveChoice(db.unscopedDb, { ...choice, userId: actor.id })
  })
  return listPreferences({ db, actor })
}
