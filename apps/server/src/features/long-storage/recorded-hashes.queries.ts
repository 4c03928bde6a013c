import type { UnscopedDb } from '../../db/open.ts'

/** The recorded hash of each file; a key without a record, or without a hash, is left out. */
export async function findRecordedHashes(
  unscopedDb: UnscopedDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const tables = ['image', 'replacedInstance', 'trayEntry'] as const
  const found = new Map<string, string>()
  for (const table of tables) {
    const rows = await unscopedDb
      .selectFrom(table)
      .select(['filePath', 'sha256'])
      .where('filePath', 'in', keys)
      .execute()
    for (const { filePath, sha256 } of rows)
      if (filePath !== null && sha256) found.set(filePath, sha256)
  }
  return found
}
