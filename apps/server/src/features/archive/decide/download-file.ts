import { refuse } from '@talus/contract'
import type { TrayEntryId } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as entries from './tray-entries.queries.ts'
import { formatSubject } from './undecided.ts'

/** Opens a file of the tray as it was received; the audit event is recorded before the first byte. */
export async function openTrayFile(
  { files }: { readonly files: FileStore },
  change: ChangeContext,
  id: TrayEntryId,
) {
  const [entry] = await entries.findEntries(change.db, [id])
  if (!entry || entry.isFileRemoved) return refuse('record/not-found')
  const { filePath, byteLength, clinicId, reason, senderName, senderKind } = entry
  const stream = (await files.read(filePath)) ?? refuse('image/missing')
  try {
    await change.db.transaction((db) =>
      recordAuditEvent(
        { ...change, db },
        {
          action: 'tray.download',
          entityId: id,
          clinicId,
          subject: formatSubject(entry),
          after: { reason, sender: senderName || senderKind },
        },
      ),
    )
  } catch (error) {
    stream.destroy()
    throw error
  }
  return { stream, byteLength, fileName: `${id}.dcm` }
}
