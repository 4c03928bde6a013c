import { createHash } from 'node:crypto'
import type { ImageId } from '@talus/contract'
import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { ClinicDb } from '../../../db/clinic-db.ts'
import {
  mayBeInSecond,
  openChunks,
  SecondStoreNotSet,
  SecondStoreUnavailable,
} from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import * as archive from '../records/records.queries.ts'
import { adoptOrphan, listOrphans } from './orphans.ts'
import type { OrphanDeps } from './orphans.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import * as images from './verify.queries.ts'
import type { ImageToVerify } from './verify.queries.ts'

export const findingKinds = [
  'missing',
  'damaged',
  'second-store-away',
  'second-store-not-set',
  'no-header',
  'orphan',
] as const
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
export async function* verifyFiles(settings: VerifyDeps): AsyncGenerator<Finding> {
  const files = await findReachable(settings.files)
  const deps = { ...settings, files, isSecondAway: files !== settings.files }
  let count = 0
  const onChecked = () => {
    count += 1
    deps.onImage?.(count)
  }
  yield* checkImages(deps, images.all(deps.unscopedDb), onChecked)
  yield* checkImages(deps, images.allReplaced(deps.unscopedDb))
  const { orphansBefore } = deps
  const isIncluded = ({ modifiedOn }: { readonly modifiedOn: string }) =>
    orphansBefore === undefined || modifiedOn < orphansBefore
  for await (const file of listOrphans(deps, isIncluded)) {
    const isRepaired = deps.repair === true && (await adoptOrphan(deps, file))
    yield { kind: 'orphan', key: file.key, isRepaired }
  }
}

interface CheckDeps extends VerifyDeps {
  /** Only the first store is read: old images may be in the second one. */
  readonly isSecondAway: boolean
}

/** The first store alone if the second one is out of reach: each file would wait for an answer. */
async function findReachable(files: FileStore): Promise<FileStore> {
  if (!files.tiers) return files
  try {
    for await (const _ of files.tiers.second.list('images')) break
    return files
  } catch (error) {
    if (error instanceof SecondStoreUnavailable) return files.tiers.first
    throw error
  }
}

/** Enough to hide the delays of a disk or a bucket; more only take memory from the server. */
const readsAtOnce = 8
const pageImages = 64

/** Checks images at the same time, and yields their faults page by page, in their order. */
async function* checkImages(
  deps: CheckDeps,
  listed: AsyncIterable<ImageToVerify>,
  onChecked?: () => void,
): AsyncGenerator<Finding> {
  for await (const page of toPages(listed, pageImages)) {
    const found = new Map<ImageToVerify, Finding[]>(page.map((image) => [image, []]))
    await forEachLimited(found, readsAtOnce, async ([image, findings]) => {
      findings.push(...(await checkImage(deps, image)))
      onChecked?.()
    })
    yield* [...found.values()].flat()
  }
}

async function* toPages<Item>(items: AsyncIterable<Item>, length: number) {
  let page: Item[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < length) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function checkImage(deps: CheckDeps, listed: ImageToVerify): Promise<Finding[]> {
  const { image, fault } = await checkCurrentFile(deps, listed)
  if (!image) return []
  const { id: imageId, filePath: key } = image
  const findings: Finding[] = []
  if (fault) {
    const isLost = fault === 'missing' || fault === 'damaged'
    const isRepaired = isLost && deps.repair === true && (await restoreFromTwin(deps, image))
    findings.push({ kind: fault, key, imageId, isRepaired })
    if (!isRepaired) return findings
  }
  if (image.hasHeader) return findings
  findings.push({ kind: 'no-header', key, imageId, isRepaired: deps.repair === true })
  if (deps.repair) await writeHeader(deps, image)
  return findings
}

/**
 * A running server may have written the image under another name since it was listed, and removed
 * the former file: its record is read again before a fault is reported. Without `image`, the record
 * is gone too.
 */
async function checkCurrentFile(deps: CheckDeps, listed: ImageToVerify) {
  const fault = await checkFile(deps, listed)
  if (!fault) return { image: listed, fault }
  const current = await images.findCurrent(deps.unscopedDb, listed)
  if (!current) return { image: undefined, fault: undefined }
  if (current.filePath === listed.filePath && current.sha256 === listed.sha256)
    return { image: listed, fault }
  const image = { ...listed, ...current }
  return { image, fault: await checkFile(deps, image) }
}

type FileFault = 'missing' | 'damaged' | 'second-store-away' | 'second-store-not-set'

async function checkFile(deps: CheckDeps, image: ImageToVerify): Promise<FileFault | undefined> {
  try {
    return await readFileFault(deps, image)
  } catch (error) {
    if (error instanceof SecondStoreNotSet) return 'second-store-not-set'
    if (error instanceof SecondStoreUnavailable) return 'second-store-away'
    throw error
  }
}

async function readFileFault(
  { files, isSecondAway }: CheckDeps,
  { filePath, byteLength, sha256 }: ImageToVerify,
): Promise<FileFault | undefined> {
  const chunks = await openChunks(files, filePath)
  if (!chunks) return isSecondAway && mayBeInSecond(filePath) ? 'second-store-away' : 'missing'
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.byteLength
    hash.update(chunk)
  }
  const isSame = length === byteLength && (sha256 === '' || hash.digest('hex') === sha256)
  return isSame ? undefined : 'damaged'
}

/** The same image in another clinic has a file with the same bytes: copy it. */
async function restoreFromTwin(deps: CheckDeps, image: ImageToVerify): Promise<boolean> {
  for (const twin of await images.findWithSameContent(deps.unscopedDb, image)) {
    if (await checkFile(deps, twin)) continue
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
