import { productVersion, refuse } from '@talus/contract'
import type { ImageId, Presentation } from '@talus/contract'
import {
  explicitLittleEndian,
  fileChunks,
  framesIn,
  isPresentable,
  presentationState,
  readDicomJson,
} from '@talus/dicom'
import { uidOf } from '../archive/index.ts'
import type { Archive } from '../archive/index.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { newUid } from '../studies/index.ts'
import * as presentations from './presentation.queries.ts'

/** Behind those of the machines: states of all images of a study are in one series. */
const seriesNumber = 9001

/** Other workstations show the image by it; here it is an instance of the study that is no image. */
export async function present(
  archive: Archive,
  change: Change,
  id: ImageId,
  { viewport, crop, frame, marks, texts }: Presentation,
) {
  const { db, actor, clock } = change
  const found = (await presentations.findImage(db, id)) ?? refuse('record/not-found')
  const { clinicId, timeZone, startedAt, studyInstanceUID, json } = found
  if (json === null) refuse('image/not-presentable')
  const image = readDicomJson(json)
  const { window, rotation, hflip, vflip } = viewport
  if (!isPresentable({ image, window })) refuse('image/not-presentable')
  if (frame !== undefined && frame > Math.max(1, framesIn(image))) refuse('record/not-found')
  const seriesInstanceUid = uidOf(studyInstanceUID, 'presentation states')
  const number = (await presentations.countOfSeries(db, seriesInstanceUid)) + 1
  const attributes = presentationState({
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
    area: crop,
    frame,
    marks,
    texts,
  })
  const chunks = fileChunks(attributes, { transferSyntaxUid: explicitLittleEndian })
  const stored = await archive.store(oneByOne(chunks), {
    clinicId,
    userId: actor.id,
    studyInstanceUID,
  })
  await record(change, {
    action: 'image.present',
    entityId: id,
    subject: [found.bodyPart, found.bodyPartView].join(' ').trim(),
    clinicId,
    after: { sopInstanceUID: stored.sopInstanceUID },
  })
  return { imageId: stored.imageId, sopInstanceUID: stored.sopInstanceUID }
}

async function* oneByOne(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
