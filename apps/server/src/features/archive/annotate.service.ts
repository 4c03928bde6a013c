import { refuse } from '@talus/contract'
import type { BodyOf, routes } from '@talus/contract'
import { touchClinic } from '../../db/listing/index.ts'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import type { Readings } from '../../workers/index.ts'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { findShown } from '../images/index.ts'
import { annotationAttributes } from './annotation-attributes.ts'
import * as images from './annotate.queries.ts'
import { readStored } from './read-beginning.ts'
import { keyFor } from './receive.ts'
import { rewriteHead } from './rewrite-head.ts'
import { switchFile } from './switch-file.queries.ts'

export interface AnnotateDeps {
  readonly files: FileStore
  readonly readings: Readings
  readonly log: Logger
}

/**
 * Corrects what an image shows, in its record and in its file: whoever is sent the file next reads
 * the same as we show. The new file is whole on disk before the record points at it, and the old one
 * goes when nobody points at it any more; the pixels are the same bytes.
 */
export async function annotate(
  { files, readings, log }: AnnotateDeps,
  change: Change,
  { imageId, annotation }: BodyOf<typeof routes.image.annotate>,
) {
  const before = (await images.find(change.db, imageId)) ?? refuse('record/not-found')
  const { bodyPart, bodyPartView } = annotation
  if (before.modality === 'General' && bodyPartView === '')
    refuse('request/invalid', { fields: { 'annotation.bodyPartView': 'field/required' } })
  const wanted = {
    bodyPart,
    bodyPartView,
    animalSize: annotation.animalSize ?? before.animalSize,
  }
  const old = { key: before.filePath, byteLength: before.byteLength }
  const key = keyFor(before.clinicId, change.clock())
  const rewritten = async () => {
    const { pixelStart } = await readStored(readings, files, old)
    return rewriteHead(files, { ...old, pixelStart }, annotationAttributes(wanted), key)
  }
  const file = await rewritten().catch(async (error: unknown) => {
    // Replaced by somebody else while it was read: it is not missing.
    const now = await images.find(change.db, imageId)
    if (now && now.filePath !== before.filePath) refuse('record/changed-meanwhile')
    throw error
  })
  const remove = (unused: string) =>
    files.remove(unused).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))
  const { json } = await readStored(readings, files, file)
  const image = await change.db.transaction(async (db) => {
    const after = {
      ...wanted,
      filePath: file.key,
      sha256: file.sha256,
      byteLength: file.byteLength,
    }
    // Of two corrections at once the second would put back what the first has changed.
    const { filePath: readFile } = before
    if (!(await switchFile(db, imageId, { readFile, change: after, json }))) return undefined
    const event = { action: 'image.annotate' as const, entityId: imageId }
    await record(
      { ...change, db },
      {
        ...event,
        clinicId: before.clinicId,
        subject: `${before.bodyPart} ${before.bodyPartView}`.trim(),
        ...difference({ ...before }, { ...wanted }),
      },
    )
    await touchClinic(db.unscopedDb, before.clinicId)
    return findShown(db, imageId)
  })
  await remove(image ? before.filePath : file.key)
  return image ?? refuse('record/changed-meanwhile')
}
