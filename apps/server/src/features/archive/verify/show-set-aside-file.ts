import { ClinicDb } from '../../../db/clinic-db.ts'
import { touchClinic } from '../../../db/listing/index.ts'
import { getSystemUser } from '../records/system-user.ts'
import { addTrayEntry } from '../tray/add-entry.ts'
import type { OrphanDeps } from './orphans.ts'
import type { SetAsideFile } from './set-aside.ts'

/** Shows a file that was set aside in the conflict tray of its clinic. */
export const showSetAsideFile =
  ({ unscopedDb, clock }: Pick<OrphanDeps, 'unscopedDb' | 'clock'>) =>
  async ({ clinicId, file, sender, receivedOn }: SetAsideFile): Promise<void> => {
    const db = new ClinicDb(unscopedDb, [clinicId])
    const known = await unscopedDb
      .selectFrom('trayEntry')
      .select('id')
      .where('filePath', '=', file.key)
      .executeTakeFirst()
    // The server may have died after it had added the entry.
    if (known) return
    const userId = await getSystemUser(unscopedDb, clock())
    const { key: filePath, sha256, byteLength } = file
    await db.transaction(async (db) => {
      await addTrayEntry(db, {
        clinicId,
        userId,
        reason: 'unreadable',
        sender: { kind: 'restart', name: sender, address: '' },
        file: { filePath, sha256, byteLength },
        // The user asks the sender for it again, who knows the images by their time.
        now: new Date(receivedOn),
      })
      await touchClinic(db.unscopedDb, clinicId)
    })
  }
