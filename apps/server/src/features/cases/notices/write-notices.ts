import { formatCaseNumber, getDefaultNoticePreference, noticeSides } from '@talus/contract'
import type { Actor, CaseNoticeKind, EmailConfigId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { queueClinicEmail, queueEmail } from '../../email/index.ts'
import type { ClinicMessage } from '../../email/index.ts'
import { findUserName } from '../stored/case-state.queries.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'
import { createNoticeMail } from './notice-mail.ts'
import * as queries from './notices.queries.ts'

interface NoticeContext {
  readonly db: ClinicDb
  readonly clock: Clock
  readonly publicUrl: string
  readonly secrets: SecretBox
  readonly actor: Pick<Actor, 'id' | 'username'>
  readonly address: string
}

interface CaseStep {
  readonly before: StoredCase | null
  readonly after: StoredCase
  readonly kinds: readonly CaseNoticeKind[]
  readonly now: Date
  readonly mailboxId?: EmailConfigId | undefined
}

/** Writes the notices of a step in its transaction; nobody is notified of what they did. */
export async function writeNotices(
  { db, clock, publicUrl, secrets, actor, address }: NoticeContext,
  { before, after, kinds, now, mailboxId }: CaseStep,
): Promise<void> {
  const { clinicId, id: entityId } = after
  const sender = {
    id: actor.id,
    username: actor.username,
    address,
    clinicId,
    entityId,
    subject: formatCaseNumber(entityId),
  }
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
        ...(mailboxId !== undefined && { mailbox: { id: mailboxId, sender, secrets } }),
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
  readonly radCase: Pick<StoredCase, 'id' | 'clinicId' | 'patientName' | 'priority' | 'requesterId'>
  readonly kind: CaseNoticeKind
  readonly actorName: string
  /** The radiologist who has the case now; in the notice `reassigned`. */
  readonly radiologistName?: string
  readonly userIds: readonly UserId[]
  readonly now: Date
  readonly mailbox?: Mailbox
}

/** A mailbox of the clinic, and the user who chose it. */
interface Mailbox {
  readonly id: EmailConfigId
  readonly sender: ClinicMessage['sender']
  readonly secrets: SecretBox
}

/** A kind for both sides goes to the requester, and to radiologists. */
const isForRadiologist = (
  kind: CaseNoticeKind,
  { requesterId }: Pick<StoredCase, 'requesterId'>,
  readerId: UserId,
): boolean =>
  noticeSides[kind].includes('radiologist') &&
  (!noticeSides[kind].includes('clinic') || readerId !== requesterId)

export async function sendNotices(
  { unscopedDb, clock, publicUrl }: SendDeps,
  { radCase, kind, actorName, radiologistName = '', userIds, now, mailbox }: Sending,
): Promise<void> {
  const unique = [...new Set(userIds)]
  if (unique.length === 0) return
  const defaults = getDefaultNoticePreference(kind)
  const clinicName = await queries.findClinicName(unscopedDb, radCase.clinicId)
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
    const mail = createNoticeMail({
      language,
      kind,
      radCase,
      clinicName: isForRadiologist(kind, radCase, reader.id) ? clinicName : undefined,
      ...names,
      publicUrl,
    })
    if (!mailbox) {
      await queueEmail(unscopedDb, { ...mail, to: [{ address: reader.email }] }, { clock })
      continue
    }
    await queueClinicEmail(
      unscopedDb,
      {
        ...mail,
        emailConfigId: mailbox.id,
        recipient: reader.email,
        attachments: [],
        sender: mailbox.sender,
        failureAction: 'case.email',
      },
      {
        clock,
        secrets: mailbox.secrets,
        uniqueKey: `case ${radCase.id} ${kind} ${now.toISOString()} ${reader.id}`,
      },
    )
  }
}
