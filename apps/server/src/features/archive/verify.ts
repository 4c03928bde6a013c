import { createHash } from 'node:crypto'
import type { ImageId } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { FileStore } from '../../files/index.ts'
import type { Readings } from '../../workers/index.ts'
import * as archive from './archive.queries.ts'
import { adopt, orphansIn } from './orphans.ts'
import type { OrphanDeps } from './orphans.ts'
import { readStored } from './read-beginning.ts'
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
  readonly readings: Readings
  /** Left out, nothing is changed. */
  readonly repair?: boolean
  /** After each image, for whoever waits. */
  readonly onImage?: (count: number) => void
}

/**
 * Goes through every image and every file. A file that is lost comes back where another record's
 * file has the same content, and otherwise when its sender sends it again; one that nobody knows is
 * filed; attributes that are missing in the database are read again.
 */
export async function* verify(deps: VerifyDeps): AsyncGenerator<Finding> {
  let count = 0
  for await (const image of images.all(deps.unscopedDb)) {
    yield* findingsOf(deps, image)
    count += 1
    deps.onImage?.(count)
  }
  for await (const file of orphansIn(deps)) {
    const isRepaired = deps.repair === true && (await adopt(deps, file))
    yield { kind: 'orphan', key: file.key, isRepaired }
  }
}

async function* findingsOf(deps: VerifyDeps, image: ImageToVerify): AsyncGenerator<Finding> {
  const { id: imageId, filePath: key } = image
  const fault = await faultOf(deps.files, image)
  if (fault) {
    const isRepaired = deps.repair === true && (await relinked(deps, image))
    yield { kind: fault, key, imageId, isRepaired }
    if (!isRepaired) return
  }
  if (image.hasHeader) return
  yield { kind: 'no-header', key, imageId, isRepaired: deps.repair === true }
  if (deps.repair) await writeHeader(deps, image)
}

async function faultOf(files: FileStore, { filePath, byteLength, sha256 }: ImageToVerify) {
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

/** The same image in another clinic has a file of the same bytes: a copy of it is as good. */
async function relinked(deps: VerifyDeps, image: ImageToVerify): Promise<boolean> {
  for (const twin of await images.withSameContent(deps.unscopedDb, image)) {
    if (await faultOf(deps.files, twin)) continue
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
  const { json } = await readStored(deps.readings, deps.files, { key: filePath, byteLength })
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  await archive.insertHeader(db, { imageId: id, clinicId, json })
}
