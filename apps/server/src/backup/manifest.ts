import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { DamagedObject } from './backup-problem.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u)

/** A relative path that stays inside of its folder: a manifest may come from a foreign hand. */
const isInnerPath = (path: string) =>
  path.split('/').every((segment) => !['', '.', '..'].includes(segment) && !segment.includes('\0'))

const BackupFile = z.object({
  /** The path below the data folder, with slashes. */
  path: z.string().refine(isInnerPath),
  byteLength: z.number().int().min(0),
  modifiedOn: z.iso.datetime(),
  sha256: Sha256,
})
export type BackupFile = z.output<typeof BackupFile>

const DatabaseCopy = z.object({
  byteLength: z.number().int().min(0),
  sha256: Sha256,
  /** The hashes of its pieces, in order; all have `pieceBytes`, except the last one. */
  pieces: z.array(Sha256),
})
export type DatabaseCopy = z.output<typeof DatabaseCopy>

/** The content of one backup. It is written last: a backup without it does not exist. */
const Manifest = z.object({
  format: z.literal(1),
  createdOn: z.iso.datetime(),
  productVersion: z.string(),
  database: DatabaseCopy,
  files: z.array(BackupFile),
})
export type Manifest = z.output<typeof Manifest>

export const pieceBytes = 1024 * 1024

/** Lists every object of a backup with its length. */
export function* listObjects({ database, files }: Manifest) {
  let remaining = database.byteLength
  for (const sha256 of database.pieces) {
    yield { sha256, byteLength: Math.min(pieceBytes, remaining) }
    remaining -= pieceBytes
  }
  yield* files
}

export const packManifest = (manifest: Manifest): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify(manifest))

export async function unpackManifest(bytes: Buffer): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')))
  } catch (error) {
    throw new DamagedObject('the list of the backup is damaged', { cause: error })
  }
}
