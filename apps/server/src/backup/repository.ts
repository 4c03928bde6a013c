import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { closeAfter, openChunks } from '../files/index.ts'
import type { FileChunks, FileStore } from '../files/index.ts'
import { BackupProblem, DamagedObject } from './backup-problem.ts'
import {
  createEncryption,
  EncryptionSettings,
  openEncryption,
  toEncryptedLength,
} from './encryption.ts'
import type { Encryption } from './encryption.ts'
import type { Retention } from './kept-backups.ts'
import { packManifest, unpackManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { toIterable } from './to-iterable.ts'

/**
 * The layout of a target:
 *   talus-backup.json         whose backups these are, and how they are encrypted
 *   backups/<time>.manifest   one backup: the list of its files; written last
 *   retention.json            which backups the schedule keeps
 *   objects/ab/abcd…          the contents, named by their hash and shared by all backups
 *   damaged/…                 objects that a verification has set aside
 */
const descriptionKey = 'talus-backup.json'
const manifestFolder = 'backups'
const objectFolder = 'objects'
const manifestEnd = '.manifest'
/** The rule of the schedule, which the command follows if its options name no other. */
const retentionKey = 'retention.json'
const probeKey = 'probe'

const Description = z.object({
  format: z.literal(1),
  installation: z.string(),
  createdOn: z.iso.datetime(),
  encryption: EncryptionSettings.nullable(),
})
type Description = z.output<typeof Description>

const StoredRetention = z.object({
  days: z.number().int().min(1),
  weeks: z.number().int().min(0),
  months: z.number().int().min(0),
  timeZone: z.string(),
})

export interface OpenOptions {
  readonly passphrase: string | undefined
  /** The name of the target in messages. */
  readonly target: string
}

/** Opens the bytes of a file from their start; undefined if the file is gone. */
export type OpenBytes = () => Promise<FileChunks | undefined>

export type Repository = ReturnType<typeof createRepository>

async function readDescription(files: FileStore, target: string): Promise<Description | undefined> {
  const stream = await files.read(descriptionKey)
  if (!stream) return undefined
  try {
    return Description.parse(JSON.parse((await buffer(stream)).toString('utf8')))
  } catch (error) {
    throw new BackupProblem(
      `${target} holds a backup that this version of Talus cannot read (${descriptionKey}).`,
      { cause: error, fault: 'backup/unreadable' },
    )
  }
}

async function openWith(
  files: FileStore,
  { encryption }: Description,
  { passphrase, target }: OpenOptions,
) {
  if (!encryption) return createRepository(files, undefined)
  if (passphrase === undefined)
    throw new BackupProblem(
      `The backup in ${target} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`,
      { fault: 'backup/passphrase-needed' },
    )
  return createRepository(files, await openEncryption(passphrase, encryption))
}

/** Opens a target that has backups. */
export async function openRepository(files: FileStore, options: OpenOptions): Promise<Repository> {
  const description = await readDescription(files, options.target)
  if (!description)
    throw new BackupProblem(`There is no backup in ${options.target}.`, { fault: 'backup/emptied' })
  return openWith(files, description, options)
}

/**
 * Removes the description of a target of this installation that has no backups and no contents: it
 * was only checked, and its user may choose another passphrase or none.
 */
export async function removeUnusedDescription(
  files: FileStore,
  { installation, target }: { readonly installation: string; readonly target: string },
): Promise<void> {
  const found = await readDescription(files, target)
  if (found?.installation !== installation) return
  for await (const { key } of files.list(''))
    if (key !== descriptionKey && key !== retentionKey) return
  await files.remove(descriptionKey)
}

interface OwnOptions extends OpenOptions {
  readonly installation: string
  readonly now: Date
  /** The first other file in a folder, also one whose name no store would use. */
  readonly findForeignFile?: () => Promise<string | undefined>
  /**
   * The target had backups before: if it is empty now, a disk is not mounted there, and a new backup
   * would fill the disk of the PC.
   */
  readonly mustExist?: boolean
}

/** Opens a target for the backups of this installation, and describes it if it is empty. */
export async function openOwnRepository(
  files: FileStore,
  { installation, now, mustExist = false, findForeignFile, ...options }: OwnOptions,
): Promise<Repository> {
  const { target, passphrase } = options
  const found = await readDescription(files, target)
  if (found && found.installation !== installation)
    throw new BackupProblem(
      `${target} holds the backups of another Talus. Choose another folder for this one.`,
      { fault: 'backup/other-talus' },
    )
  if (found && !found.encryption && passphrase !== undefined)
    throw new BackupProblem(
      `The backups in ${target} are not encrypted. Choose another folder for encrypted ones, or unset BACKUP_PASSPHRASE.`,
      { fault: 'backup/not-encrypted' },
    )
  if (found) return openWith(files, found, options)
  const foreign = (await findForeignFile?.()) ?? (await findFirstKey(files))
  if (foreign !== undefined)
    throw new BackupProblem(
      `${target} is not empty (${foreign}) and holds no backup. Choose an empty folder.`,
      { fault: 'backup/not-empty', values: { name: foreign } },
    )
  if (mustExist)
    throw new BackupProblem(`${target} is empty, and had backups before. Is the drive connected?`, {
      fault: 'backup/emptied',
    })
  const created = passphrase === undefined ? undefined : await createEncryption(passphrase)
  const description: Description = {
    format: 1,
    installation,
    createdOn: now.toISOString(),
    encryption: created?.settings ?? null,
  }
  await files.put(descriptionKey, Buffer.from(JSON.stringify(description, undefined, 2)))
  return createRepository(files, created?.encryption)
}

async function findFirstKey(files: FileStore): Promise<string | undefined> {
  for await (const { key } of files.list('')) return key
  return undefined
}

async function hashStored(files: FileStore, key: string): Promise<string | undefined> {
  const stored = await openChunks(files, key)
  if (!stored) return undefined
  const hash = createHash('sha256')
  for await (const chunk of stored) hash.update(chunk)
  return hash.digest('hex')
}

function createRepository(files: FileStore, encryption: Encryption | undefined) {
  const toKey = (sha256: string) => {
    const name = encryption ? encryption.toName(sha256) : sha256
    return `${objectFolder}/${name.slice(0, 2)}/${name}`
  }
  const toManifestKey = (name: string) => `${manifestFolder}/${name}${manifestEnd}`
  const toStoredLength = (byteLength: number) =>
    encryption ? toEncryptedLength(byteLength) : byteLength

  async function writeChecked(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    // Past the cache, so that the second look reads the disk and not the memory.
    const stored = await files.put(key, encryption ? encryption.encrypt(bytes) : bytes, {
      bypassesCache: true,
    })
    if ((await hashStored(files, key)) === stored.sha256) return
    await files.remove(key)
    throw new BackupProblem(
      'The target returned other bytes than were written to it. Its disk may be failing.',
      { fault: 'backup/damaged' },
    )
  }

  async function* readStored(key: string): AsyncGenerator<Uint8Array> {
    const stored = await openChunks(files, key)
    if (!stored) throw new DamagedObject('it is missing')
    yield* encryption ? encryption.decrypt(stored) : stored
  }

  return {
    /** Lists the keys of all objects with their lengths. */
    async listStored(): Promise<Map<string, number>> {
      const found = new Map<string, number>()
      for await (const { key, byteLength } of files.list(objectFolder)) found.set(key, byteLength)
      return found
    },
    toKey,
    toStoredLength,
    /**
     * Writes an object and reads it again. Returns whether the bytes had the hash; a file that
     * changed meanwhile has not, and is not stored.
     */
    async writeObject(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
      const hash = createHash('sha256')
      async function* watched() {
        for await (const chunk of bytes) {
          hash.update(chunk)
          yield chunk
        }
      }
      await writeChecked(toKey(sha256), watched())
      if (hash.digest('hex') === sha256) return true
      await files.remove(toKey(sha256))
      return false
    },
    /** Throws DamagedObject at the end if the bytes do not have the hash. */
    async *readObject(sha256: string): AsyncGenerator<Uint8Array> {
      const hash = createHash('sha256')
      for await (const chunk of readStored(toKey(sha256))) {
        hash.update(chunk)
        yield chunk
      }
      if (hash.digest('hex') !== sha256) throw new DamagedObject('its bytes have changed')
    },
    /** Moves a damaged object aside, so that the next backup writes it again. */
    async setAside(sha256: string): Promise<void> {
      const key = toKey(sha256)
      const stored = await openChunks(files, key)
      if (!stored) return
      await closeAfter(stored, () => files.put(key.replace(`${objectFolder}/`, 'damaged/'), stored))
      await files.remove(key)
    },
    remove: (key: string) => files.remove(key),
    /** Lists the names of the backups, oldest first. */
    async listBackups(): Promise<string[]> {
      const names: string[] = []
      for await (const { key } of files.list(manifestFolder))
        if (key.endsWith(manifestEnd))
          names.push(key.slice(manifestFolder.length + 1, -manifestEnd.length))
      return names.toSorted()
    },
    async readManifest(name: string): Promise<Manifest> {
      return unpackManifest(await buffer(readStored(toManifestKey(name))))
    },
    async writeManifest(name: string, manifest: Manifest): Promise<void> {
      const bytes = await packManifest(manifest)
      await writeChecked(toManifestKey(name), toIterable(bytes))
    },
    removeBackup: (name: string) => files.remove(toManifestKey(name)),
    /** Throws if the target cannot be written or returns other bytes. */
    async checkWritable(): Promise<void> {
      await writeChecked(probeKey, toIterable(Buffer.from('Talus can write here.')))
      await files.remove(probeKey)
    },
    /** Undefined if no schedule has stored one. */
    async readRetention(): Promise<Retention | undefined> {
      const stream = await files.read(retentionKey)
      if (!stream) return undefined
      try {
        return StoredRetention.parse(JSON.parse((await buffer(stream)).toString('utf8')))
      } catch {
        return undefined
      }
    },
    async writeRetention(retention: Retention): Promise<void> {
      await files.put(retentionKey, Buffer.from(JSON.stringify(retention)))
    },
  }
}
