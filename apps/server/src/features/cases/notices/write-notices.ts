import { getDefaultNoticePreference } from '@talus/contract'
import type { Actor, CaseNoticeKind, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { queueEmail } from '../../email/index.ts'
import { findUserName } from '../stored/case-state.queries.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'
import { createNoticeMail } from './notice-mail.ts'
import * as queries from './notices.queries.ts'

interface NoticeContext {
  readonly db: ClinicDb
  readonly clock: Clock
  readonly publicUrl: string
  readonly actor: Pick<Actor, 'id'>
}

interface CaseStep {
  readonly before: StoredCase | null
  readonly after: StoredCase
  readonly kinds: readonly CaseNoticeKind[]
  readonly now: Date
}

/** Writes the notices of a step in its transaction; nobody is notified of what they did. */
export async function writeNotices(
  { db, clock, publicUrl, actor }: NoticeContext,
  { before, after, kinds, now }: CaseStep,
): Promise<void> {
  const actorName = await findUserName(db.unscopedDb, actor.id)
  for (const kind of kinds) {
    const userIds = await listRecipients(db.unscopedDb, kind, before, after)
    await sendNotices(
      { unscopedDb: db.unscopedDb, clock, publicUrl },
      {
        radCase: after,
        kind,
        actorName,
        radiologistName:
          kind === 'reassigned' ? await findUserName(db.unscopedDb, after.radiologistId) : '',
        userIds: userIds.filter((id) => id !== actor.id),
        now,
      },
    )
  }
}

const listPresent = (...ids: readonly (UserId | null | undefined)[]): readonly UserId[] =>
  ids.filter((id) => id !== null && id !== undefined)

/** The radiologist whom the case concerns: its own, the requested one, or all. */
export const listReadersOf = async (unscopedDb: UnscopedDb, radCase: StoredCase) => {
  const named = radCase.radiologistId ?? radCase.requestedRadiologistId
  return named === null ? queries.listRadiologistIds(unscopedDb) : [named]
}

async function listRecipients(
  unscopedDb: UnscopedDb,
  kind: CaseNoticeKind,
  before: StoredCase | null,
  after: StoredCase,
): Promise<readonly UserId[]> {
  const { requesterId, radiologistId, clinicId } = after
  switch (kind) {
    case 'submitted':
    case 'released':
    case 'reopened':
    case 'answer':
    case 'due-soon':
    case 'overdue':
      return listReadersOf(unscopedDb, after)
    case 'taken':
    case 'question':
    case 'final':
    case 'addendum':
      return [requesterId]
    case 'assigned':
      return listPresent(radiologistId)
    case 'reassigned':
      return listPresent(before?.radiologistId).filter((id) => id !== radiologistId)
    case 'cancelled':
      return listPresent(requesterId, before?.radiologistId)
    case 'message':
      return listPresent(requesterId, radiologistId)
    case 'acknowledged':
      return listPresent(radiologistId)
    case 'critical':
      return [...(await queries.listCaseUserIds(unscopedDb, clinicId)), requesterId]
  }
}

interface SendDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly publicUrl: string
}

interface Sending {
  readonly radCase: Pick<StoredCase, 'id' | 'patientName'>
  readonly kind: CaseNoticeKind
  readonly actorName: string
  /** The radiologist who has the case now; in the notice `reassigned`. */
  readonly radiologistName?: string
  readonly userIds: readonly UserId[]
  readonly now: Date
}

export async function sendNotices(
  { unscopedDb, clock, publicUrl }: SendDeps,
  { radCase, kind, actorName, radiologistName = '', userIds, now }: Sending,
): Promise<void> {
  const unique = [...new Set(userIds)]
  if (unique.length === 0) return
  const defaults = getDefaultNoticePreference(kind)
  for (const reader of await queries.listReaders(unscopedDb, unique, kind)) {
    await queries.insertNotice(unscopedDb, {
      userId: reader.id,
      caseId: radCase.id,
      kind,
      actorName,
      radiologistName,
      // A critical finding cannot be switched off.
      isListed: kind === 'critical' || (reader.bell ?? defaults.bell),
      createdOn: now.toISOString(),
      readOn: null,
    })
    if (reader.email === '' || !(reader.mail ?? defaults.mail)) continue
    const language = reader.language ?? reader.clinicLanguage ?? 'en'
    const names = { actorName, radiologistName }
    const mail = createNoticeMail({ language, kind, radCase, ...names, publicUrl })
    await queueEmail(unscopedDb, { ...mail, to: [{ address: reader.email }] }, { clock })
  }
}
