import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import { listKnownPaths } from './case-files.queries.ts'
import { caseFilesFolder } from './keep-files.ts'

/** Longer than any request runs. */
const dayMs = 86_400_000
/** Only the last days are listed: a server sweeps every hour. */
const sweptDays = 7

/** Removes files that a killed server stored, but did not attach to a case. */
export async function sweepCaseFiles({
  unscopedDb,
  files,
  clock,
}: {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
}): Promise<void> {
  const now = clock().getTime()
  for (let days = 0; days <= sweptDays; days += 1) {
    const day = new Date(now - days * dayMs).toISOString().slice(0, 10)
    const old: string[] = []
    for await (const { key, modifiedOn } of files.list(`${caseFilesFolder}/${day}`))
      if (now - Date.parse(modifiedOn) > dayMs) old.push(key)
    const known = new Set(await listKnownPaths(unscopedDb, old))
    for (const key of old) if (!known.has(key)) await files.remove(key)
  }
}
