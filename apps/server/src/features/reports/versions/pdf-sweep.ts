import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import { pdfFolder } from './store-report.ts'
import { listKnownPdfs } from './versions.queries.ts'

/** Longer than any request or job runs. */
const dayMs = 86_400_000
/** Only the last days are listed: a server sweeps every hour. */
const sweptDays = 7

/**
 * Removes PDFs that a killed server stored without their row: of reports of studies and of cases,
 * which share the folder.
 */
export async function sweepReportPdfs({
  unscopedDb,
  files,
  clock,
}: {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
}): Promise<void> {
  const now = clock().getTime()
  const clinics = await unscopedDb.selectFrom('clinic').select('id').execute()
  for (const { id } of clinics)
    for (let days = 1; days <= sweptDays; days += 1) {
      const day = new Date(now - days * dayMs).toISOString().slice(0, 10)
      const old: string[] = []
      for await (const { key, modifiedOn } of files.list(`${pdfFolder}/${id}/${day}`))
        if (now - Date.parse(modifiedOn) > dayMs) old.push(key)
      const known = new Set(await listKnownPdfs(unscopedDb, old))
      for (const key of old) if (!known.has(key)) await files.remove(key)
    }
}
