import type { BackupWarning, DiskState } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { queueClinicEmail, queueEmail } from '../email/index.ts'
import { findMailAddress } from '../users/index.ts'
import * as queries from './backups.queries.ts'
import { createWarningMail } from './warning-mail.ts'

export interface WarnDeps {
  readonly unscopedDb: UnscopedDb
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly publicUrl: string
  readonly smtpUrl: string | undefined
}

interface Situation {
  readonly warnings: readonly BackupWarning[]
  readonly disks: readonly DiskState[]
  readonly lastDoneOn: string | undefined
  /** The last two tries have failed: a NAS that restarts is back at the second one. */
  readonly hasFailedTwice: boolean
}

/** A condition that comes and goes, such as a full disk that is cleaned, is mailed once a day. */
const againMs = 24 * 3_600_000
/** Shown in the pages only: they begin while a user is there, who sets up or checks the backup. */
const unmailed: readonly BackupWarning[] = ['never', 'empty-target', 'check-failed']

/** The users who get warnings, each address once. */
export async function listWarningReaders(unscopedDb: UnscopedDb) {
  const readers = new Map<string, Awaited<ReturnType<typeof queries.listReaders>>[number]>()
  for (const reader of await queries.listReaders(unscopedDb)) {
    const address = findMailAddress(reader)?.toLowerCase()
    const known = address === undefined ? undefined : readers.get(address)
    // Several users may have one address: the mail is that of the one who sees most.
    const seesMore = reader.root || reader.superAdmin
    if (address !== undefined && (!known || seesMore)) readers.set(address, reader)
  }
  return readers
}

/**
 * Mails each condition once, and again after it has ended and come back. The notes and the mails are
 * one transaction: a crash sends none twice and forgets none.
 */
export async function warnAdministrators(deps: WarnDeps, situation: Situation): Promise<void> {
  const { unscopedDb, clock } = deps
  const now = clock()
  const stored = new Map(
    (await queries.listStoredWarnings(unscopedDb)).map((row) => [row.warning, row]),
  )
  const active = situation.warnings.filter(
    (warning) => !unmailed.includes(warning) && (warning !== 'failed' || situation.hasFailedTwice),
  )
  const isOpen = (warning: BackupWarning) => {
    const row = stored.get(warning)
    return row !== undefined && row.endedOn === null
  }
  const due = active.filter((warning) => {
    const mailedOn = stored.get(warning)?.mailedOn ?? null
    if (isOpen(warning) && mailedOn !== null) return false
    return mailedOn === null || now.getTime() - Date.parse(mailedOn) >= againMs
  })
  const hasEnded = [...stored.values()].some(
    ({ warning, endedOn }) => endedOn === null && !active.includes(warning),
  )
  if (due.length === 0 && !hasEnded) return
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    await queries.endWarnings(unscopedDb, active, now.toISOString())
    for (const warning of due)
      await queries.saveWarning(unscopedDb, {
        warning,
        since: now.toISOString(),
        endedOn: null,
        mailedOn: now.toISOString(),
      })
    if (due.length > 0) await queueMails({ ...deps, unscopedDb }, { ...situation, warnings: due })
  })
}

/** From the mail server of the installation, or else from the mailbox of a clinic. */
async function queueMails(
  deps: WarnDeps,
  { warnings, disks, lastDoneOn }: Omit<Situation, 'hasFailedTwice'>,
) {
  const { unscopedDb, clock, secrets, publicUrl, smtpUrl } = deps
  const mailbox = smtpUrl === undefined ? await queries.findMailbox(unscopedDb) : undefined
  for (const [address, reader] of await listWarningReaders(unscopedDb)) {
    const language = reader.language ?? reader.clinicLanguage ?? 'en'
    const mayManage = reader.root || reader.superAdmin
    const mail = createWarningMail({
      language,
      warnings,
      disks,
      lastDoneOn,
      publicUrl,
      mayManage,
    })
    if (!mailbox) {
      await queueEmail(unscopedDb, { ...mail, to: [{ address }] }, { clock })
      continue
    }
    const sender = {
      id: reader.id,
      username: 'Talus',
      address: '',
      clinicId: mailbox.clinicId,
      entityId: null,
      subject: mail.subject,
    }
    await queueClinicEmail(
      unscopedDb,
      {
        ...mail,
        emailConfigId: mailbox.id,
        recipient: address,
        attachments: [],
        sender,
        failureAction: 'backup.email',
      },
      {
        clock,
        secrets,
        uniqueKey: `backup ${clock().toISOString()} ${warnings.join(' ')} ${reader.id}`,
      },
    )
  }
}
