import { productVersion, refuse } from '@talus/contract'
import type { ImageId, Presentation } from '@talus/contract'
import {
  explicitLittleEndian,
  writeFileChunks,
  readNumberOfFrames,
  isPresentable,
  needsStoredTables,
  createPresentationState,
  parseDicomJson,
} from '@talus/dicom'
import { deriveUid } from '../archive/index.ts'
import type { Archive } from '../archive/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { newUid } from '../studies/index.ts'
import { readTables } from './presentation-files.ts'
import type { PresentationFileDeps } from './presentation-files.ts'
import * as presentations from './presentation.queries.ts'

/**
 * After the series of the imaging systems: the states of all images of a study are in one series.
 */
const seriesNumber = 9001

/**
 * Stores a presentation state, by which other workstations show the image. Here it is an instance
 * of the study without pixel data.
 */
export async function savePresentation(
  deps: PresentationFileDeps & { readonly archive: Archive },
  change: ChangeContext,
  id: ImageId,
  { viewport, crop, frame, marks, texts }: Presentation,
) {
  const { db, actor, clock } = change
  const found = (await presentations.findImage(db, id)) ?? refuse('record/not-found')
  const { clinicId, timeZone, startedAt, studyInstanceUID, json } = found
  if (json === null) refuse('image/not-presentable')
  // The UID of the record, because that of the file may have been replaced.
  const sopInstanceUID = { vr: 'UI', Value: [found.sopInstanceUID] }
  const image = { ...parseDicomJson(json), '00080018': sopInstanceUID }
  const { window, rotation, hflip, vflip } = viewport
  const tables = needsStoredTables({ image, window }) ? await readTables(deps, found) : undefined
  if (!isPresentable({ image, window, tables })) refuse('image/not-presentable')
  if (frame !== undefined && frame > Math.max(1, readNumberOfFrames(image)))
    refuse('record/not-found')
  const seriesInstanceUid = deriveUid(studyInstanceUID, 'presentation states')
  const number = (await presentations.countInSeries(db, seriesInstanceUid)) + 1
  const attributes = createPresentationState({
    image,
    timeZone,
    studyStartedAt: startedAt,
    series: { instanceUid: seriesInstanceUid, number: seriesNumber },
    instance: { sopInstanceUid: newUid(), number, createdAt: clock().toISOString() },
    creator: actor.username,
    description: [found.bodyPart, found.bodyPartView].join(' ').trim(),
    softwareVersion: productVersion,
    rotation,
    hflip,
    vflip,
    isInverted: viewport.invert,
    window,
    tables,
    area: crop,
    frame,
    marks,
    texts,
  })
  const chunks = writeFileChunks(attributes, { transferSyntaxUid: explicitLittleEndian })
  const stored = await deps.archive.storeOwn(toAsyncIterable(chunks), {
    clinicId,
    userId: actor.id,
    studyInstanceUID,
  })
  await recordAuditEvent(change, {
    action: 'image.present',
    entityId: id,
    subject: [found.bodyPart, found.bodyPartView].join(' ').trim(),
    clinicId,
    after: { sopInstanceUID: stored.sopInstanceUID },
  })
  return { imageId: stored.imageId, sopInstanceUID: stored.sopInstanceUID }
}

async function* toAsyncIterable(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
