import { caseNoticeKinds, getDefaultNoticePreference, threadNoticeKinds } from '@talus/contract'
import type { CaseId, CaseNoticePreference, Language } from '@talus/contract'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { saveLanguage } from '../../users/index.ts'
import * as queries from './notices.queries.ts'

type Reader = Pick<ChangeContext, 'db' | 'actor'>

/** Also notes the reader's language, in which mails to them are written. */
export async function listNotices({ db, actor }: Reader, limit: number, language: Language) {
  await saveLanguage(db.unscopedDb, actor.id, language)
  return {
    notices: await queries.listNotices(db.unscopedDb, actor.id, limit),
    unread: await queries.countUnread(db.unscopedDb, actor.id, {}),
  }
}

/** Counts the notices of one case, or of all. */
export const countUnread = async (
  { db, actor }: Reader,
  { caseId }: { readonly caseId?: CaseId | undefined },
) => ({
  unread: await queries.countUnread(db.unscopedDb, actor.id, { caseId }),
  unreadInThread: await queries.countUnread(db.unscopedDb, actor.id, {
    caseId,
    kinds: threadNoticeKinds,
  }),
})

export async function readNotices(
  { db, actor, clock }: Omit<ChangeContext, 'address'>,
  filter: queries.NoticeFilter,
) {
  const readOn = clock().toISOString()
  await queries.markRead(db.unscopedDb, { userId: actor.id, readOn }, filter)
  return countUnread({ db, actor }, {})
}

export async function listPreferences({ db, actor }: Reader): Promise<CaseNoticePreference[]> {
  const choices = await queries.listChoices(db.unscopedDb, actor.id)
  return caseNoticeKinds.map(
    (kind) => choices.find((one) => one.kind === kind) ?? getDefaultNoticePreference(kind),
  )
}

/** The choices by kind, as the audit trail compares them. */
const toValues = (preferences: readonly CaseNoticePreference[]) =>
  Object.fromEntries(preferences.map(({ kind, bell, mail }) => [kind, { bell, mail }]))

export const savePreferences = (
  context: ChangeContext,
  preferences: readonly CaseNoticePreference[],
): Promise<CaseNoticePreference[]> =>
  context.db.transaction(async (db) => {
    const { actor } = context
    const before = await listPreferences({ db, actor })
    for (const choice of preferences)
      await queries.saveChoice(db.unscopedDb, { ...choice, userId: actor.id })
    const after = await listPreferences({ db, actor })
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'case-settings.notices',
        entityId: actor.id,
        subject: actor.username,
        clinicId: actor.clinicId,
        ...diffValues(toValues(before), toValues(after)),
      },
    )
    return after
  })
