import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../db/database-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { pieceBytes } from './manifest.ts'
import { snapshotFolder, storedFolder } from './source-files.ts'

/** A record that names a stored file. */
export interface NamedFile {
  readonly path: string
  /** Empty if the record has none. */
  readonly sha256: string
}

export interface DatabaseSnapshot {
  readonly path: string
  readonly byteLength: number
  /** The files that its records name, by their path below the data folder. */
  readonly named: ReadonlyMap<string, NamedFile>
}

/** All pages in one step: SQLite begins again after each change that falls between two steps. */
const allPages = 2 ** 31 - 1

/**
 * Copies the database of a running server to a file, as it is at one moment. Page by page, not by
 * VACUUM INTO: pages that did not change stay in their place, so that the next backup shares their
 * pieces.
 */
export async function takeSnapshot(dataFolder: string): Promise<DatabaseSnapshot> {
  const folder = join(dataFolder, snapshotFolder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const path = join(folder, databaseFile)
  const source = new DatabaseSync(join(dataFolder, databaseFile), {
    readOnly: true,
    timeout: 30_000,
  })
  try {
    await backup(source, path, { rate: allPages })
  } finally {
    source.close()
  }
  const named = readSnapshot(path)
  return { path, byteLength: (await stat(path)).size, named }
}

export const removeSnapshot = (dataFolder: string): Promise<void> =>
  rm(join(dataFolder, snapshotFolder), { recursive: true, force: true })

/** Throws if SQLite finds the file damaged. */
export function checkDatabase(database: DatabaseSync): void {
  const [row] = database.prepare('pragma quick_check(1)').all()
  if (row?.['quick_check'] !== 'ok')
    throw new BackupProblem(`The database is damaged: ${String(row?.['quick_check'])}`, {
      fault: 'backup/database-damaged',
    })
}

function readSnapshot(path: string): Map<string, NamedFile> {
  const snapshot = new DatabaseSync(path)
  try {
    // One self-contained file, without the log (WAL) of the running server.
    snapshot.exec('pragma journal_mode = delete')
    checkDatabase(snapshot)
    return readNamedFiles(snapshot)
  } finally {
    snapshot.close()
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Reads every column `filePath`, so that a later table is not forgotten. */
export function readNamedFiles(database: DatabaseSync): Map<string, NamedFile> {
  const columns = database
    .prepare(
      `select m.name as "table", max(c.name = 'filePath') as hasPath, max(c.name = 'sha256') as hasHash
       from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' group by m.name`,
    )
    .all()
  const named = new Map<string, NamedFile>()
  for (const { table, hasPath, hasHash } of columns) {
    if (hasPath !== 1) continue
    const rows = database
      .prepare(
        `select "filePath" as key, ${hasHash === 1 ? '"sha256"' : "''"} as hash from ${quote(String(table))} where "filePath" <> ''`,
      )
      .iterate()
    for (const { key, hash } of rows) {
      const filePath = `${storedFolder}/${String(key)}`
      named.set(filePath, { path: filePath, sha256: typeof hash === 'string' ? hash : '' })
    }
  }
  return named
}

/** Yields the pieces of the copy with their hashes, and at the end the hash of the whole. */
export async function* cutIntoPieces(path: string) {
  const hash = createHash('sha256')
  const stream = createReadStream(path, { highWaterMark: pieceBytes })
  // A read may return fewer bytes than asked for.
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.byteLength >= pieceBytes) {
      const piece = rest.subarray(0, pieceBytes)
      hash.update(piece)
      yield { bytes: piece, sha256: toSha256(piece) }
      rest = rest.subarray(pieceBytes)
    }
  }
  if (rest.byteLength > 0) {
    hash.update(rest)
    yield { bytes: rest, sha256: toSha256(rest) }
  }
  return hash.digest('hex')
}

const toSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
