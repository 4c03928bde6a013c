import { createHash, randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { ClinicId, ImageId } from '@talus/contract'
import { parseDicomJson } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileEntry, FileStore } from '../../../files/index.ts'
import type { ReadPool, TranscodePool } from '../../../workers/index.ts'
import { prefixLengths } from '../stored/image-metadata.service.ts'
import { readPrefix } from '../stored/read-prefix.ts'
import { rewriteHeader } from '../stored/rewrite-header.ts'
import type { OutgoingFile, OutgoingFiles, RecordedFile } from '../stored/stored-image.ts'
import { isOfOtherAnimal } from './other-animal.ts'
import { findOutgoingChanges } from './outgoing-changes.ts'
import type { OutgoingChanges } from './outgoing-changes.ts'
import * as queries from './outgoing.queries.ts'
import { createPlainCopies } from './plain-copies.ts'

export interface OutgoingFileDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
  readonly clock: Clock
  readonly log: Logger
}

const folder = 'outgoing'
/** Raise it when the same records are written into files differently. */
const formatVersion = 2

/**
 * The files of images as they leave the clinic: with the animal, owner and UID of the records. A
 * file that agrees with them is sent as it is stored. Otherwise a copy with another header is made
 * when it is needed for the first time, and kept until the records change again.
 */
export function createOutgoingFiles(deps: OutgoingFileDeps) {
  const { unscopedDb, files, readPool, transcodePool, clock, log } = deps
  /** Two requests for the same image make one copy. */
  const running = new Map<string, Promise<OutgoingFile>>()
  const remove = (key: string) =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))

  async function resolve(id: ImageId): Promise<OutgoingFile> {
    const found = (await queries.findImage(unscopedDb, id)) ?? refuse('record/not-found')
    const { filePath, sha256, byteLength, sopInstanceUID, json } = found
    const stored = { filePath, sha256, byteLength, sopInstanceUID }
    // Recorded before attributes were stored; `npm run verify` adds them.
    if (json === null) return stored
    const header = parseDicomJson(json)
    const isOther = await isOfOtherAnimal(unscopedDb, header, found)
    const changes = findOutgoingChanges(header, { ...found, isOther })
    if (!changes) return stored
    const basis = createBasis(stored, changes)
    if (
      found.basis === basis &&
      found.outgoingPath !== null &&
      (await files.stat(found.outgoingPath))
    )
      return {
        filePath: found.outgoingPath,
        sha256: found.outgoingSha256 ?? '',
        byteLength: found.outgoingLength ?? 0,
        sopInstanceUID,
      }
    const known = running.get(basis)
    if (known) return known
    const copying = copy(found, { stored, changes, basis }).finally(() => running.delete(basis))
    running.set(basis, copying)
    return copying
  }

  async function copy(
    image: {
      readonly id: ImageId
      readonly clinicId: ClinicId
      readonly outgoingPath: string | null
    },
    { stored, changes, basis }: { stored: OutgoingFile; changes: OutgoingChanges; basis: string },
  ): Promise<OutgoingFile> {
    const { filePath: key, byteLength, sha256 } = stored
    const summary = await readPrefix(files, { key, byteLength }, prefixLengths, (prefix) =>
      readPool.readStored(prefix, byteLength),
    )
    if (!summary) return refuse('image/unreadable')
    const { pixelStart } = summary
    const newKey = `${folder}/${image.clinicId}/${randomUUID()}.dcm`
    const made = await rewriteHeader(
      { files, readPool },
      { key, sha256, byteLength, pixelStart },
      changes.attributes,
      newKey,
      { isOtherPatient: changes.isOtherPatient },
    )
    const file = { filePath: made.key, sha256: made.sha256, byteLength: made.byteLength }
    const { id: imageId, clinicId } = image
    await queries.saveFile(unscopedDb, { imageId, clinicId, basis, ...file })
    if (image.outgoingPath !== null) await remove(image.outgoingPath)
    return { ...file, sopInstanceUID: stored.sopInstanceUID }
  }

  /** Removes copies that no record refers to, which a server left that died. */
  async function sweep(): Promise<void> {
    const isOld = ({ modifiedOn }: FileEntry) =>
      clock().getTime() - Date.parse(modifiedOn) > sweptAfterMs
    let page: string[] = []
    const removeUnknown = async () => {
      const known = await queries.listKnownPaths(unscopedDb, page)
      for (const key of page) if (!known.has(key)) await remove(key)
      page = []
    }
    for await (const file of files.list(folder)) {
      if (isOld(file)) page.push(file.key)
      if (page.length === pageFiles) await removeUnknown()
    }
    await removeUnknown()
  }

  const { resolvePlain } = createPlainCopies({ unscopedDb, files, transcodePool, clock, resolve })
  return { resolve, resolvePlain, sweep } satisfies OutgoingFiles & {
    readonly sweep: () => Promise<void>
  }
}

const sweptAfterMs = 3_600_000
const pageFiles = 500

const createBasis = ({ filePath, sha256 }: RecordedFile, changes: OutgoingChanges) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        formatVersion,
        filePath,
        sha256,
        changes.isOtherPatient,
        // A removed attribute is undefined, which JSON leaves out.
        Object.entries(changes.attributes).map(([name, value]) => [name, value ?? null]),
      ]),
    )
    .digest('hex')
