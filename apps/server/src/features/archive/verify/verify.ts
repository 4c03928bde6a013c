import { createHash } from 'node:crypto'
import type { ImageId } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import * as archive from '../records/records.queries.ts'
import { adoptOrphan, listOrphans } from './orphans.ts'
import type { OrphanDeps } from './orphans.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import * as images from './verify.queries.ts'
import type { ImageToVerify } from './verify.queries.ts'

export const findingKinds = ['missing', 'damaged', 'no-header', 'orphan'] as const
export interface Finding {
  readonly kind: (typeof findingKinds)[number]
  readonly key: string
  readonly imageId?: ImageId
  readonly isRepaired: boolean
}

export interface VerifyDeps extends OrphanDeps {
  readonly readPool: ReadPool
  /** If left out, nothing is changed. */
  readonly repair?: boolean
  /** Later files without a record are left out: a running server may be receiving them. */
  readonly orphansBefore?: string | undefined
  /** Called after each image, to show progress. */
  readonly onImage?: (count: number) => void
}

/**
 * Checks every image and every file. A lost file is restored from another record's file with the
 * same content, otherwise when its sender sends it again; the records of an orphan are inserted;
 * attributes that are missing in the database are read again.
 */
export async function* verifyFiles(deps: VerifyDeps): AsyncGenerator<Finding> {
  let count = 0
  for await (const image of images.all(deps.unscopedDb)) {
    yield* checkImage(deps, image)
    count += 1
    deps.onImage?.(count)
  }
  for await (const replaced of images.allReplaced(deps.unscopedDb))
    yield* checkImage(deps, replaced)
  const { orphansBefore } = deps
  const isIncluded = ({ modifiedOn }: { readonly modifiedOn: string }) =>
    orphansBefore === undefined || modifiedOn < orphansBefore
  for await (const file of listOrphans(deps, isIncluded)) {
    const isRepaired = deps.repair === true && (await adoptOrphan(deps, file))
    yield { kind: 'orphan', key: file.key, isRepaired }
  }
}

async function* checkImage(deps: VerifyDeps, image: ImageToVerify): AsyncGenerator<Finding> {
  const { id: imageId, filePath: key } = image
  const fault = await checkFile(deps.files, image)
  if (fault) {
    const isRepaired = deps.repair === true && (await restoreFromTwin(deps, image))
    yield { kind: fault, key, imageId, isRepaired }
    if (!isRepaired) return
  }
  if (image.hasHeader) return
  yield { kind: 'no-header', key, imageId, isRepaired: deps.repair === true }
  if (deps.repair) await writeHeader(deps, image)
}

async function checkFile(files: FileStore, { filePath, byteLength, sha256 }: ImageToVerify) {
  const stream = await files.read(filePath)
  if (!stream) return 'missing'
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    hash.update(chunk)
  }
  const isSame = length === byteLength && (sha256 === '' || hash.digest('hex') === sha256)
  return isSame ? undefined : 'damaged'
}

/** The same image in another clinic has a file with the same bytes: copy it. */
async function restoreFromTwin(deps: VerifyDeps, image: ImageToVerify): Promise<boolean> {
  for (const twin of await images.findWithSameContent(deps.unscopedDb, image)) {
    if (await checkFile(deps.files, twin)) continue
    const stream = await deps.files.read(twin.filePath)
    if (!stream) continue
    await deps.files.put(image.filePath, stream)
    return true
  }
  return false
}

async function writeHeader(
  deps: VerifyDeps,
  { id, clinicId, filePath, byteLength }: ImageToVerify,
) {
  const { json } = await readStoredAttributes(deps.readPool, deps.files, {
    key: filePath,
    byteLength,
  })
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  await archive.insertHeader(db, { imageId: id, clinicId, json })
}
