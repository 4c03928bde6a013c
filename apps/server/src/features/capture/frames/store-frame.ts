import { folderBrand, formatMake, Instant } from '@talus/contract'
import type { FrameInfo, ImageId } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import { deriveUid } from '../../archive/index.ts'
import { findStudySubject, recordAuditEvent } from '../../audit/index.ts'
import { findXRayRoomOfBridge } from '../../devices/index.ts'
import { findAtExposure } from '../plan/restraint.service.ts'
import { isTechniqueEntered, toRecordedTechnique } from './frame-attributes.ts'
import { encodeFrameFile, readVendorFile, rewriteVendorFile } from './frame-file.ts'
import type { createFrameImage } from './frame-image.ts'
import type { IntakeDeps, IntakeOptions } from './frame-intake.ts'
import type { FrameTarget } from './frame-target.ts'
import * as frames from './frames.queries.ts'
import type { RawFrameInfo } from './raw-frame-info.ts'

const toRawKey = (clinicId: number, { id, exposedAt, format }: FrameInfo) =>
  `raw/${clinicId}/${exposedAt.slice(0, 10)}/${id}.${format === 'dicom' ? 'dcm' : 'raw'}`

/** Writes the file before the row, and the row before the image exists. */
export async function storeRaw(
  { unscopedDb, files, clock }: Pick<IntakeDeps, 'unscopedDb' | 'files' | 'clock'>,
  raw: RawFrameInfo,
  { subject, operator }: FrameTarget,
  bytes: Uint8Array,
) {
  const { clinicId, id: studyId } = subject
  const file = await files.put(toRawKey(clinicId, raw), bytes)
  await frames.insertFrame(new ClinicDb(unscopedDb, [clinicId]), {
    frameId: raw.id,
    clinicId,
    studyId,
    userId: operator.id,
    imageId: null,
    filePath: file.key,
    sha256: file.sha256,
    byteLength: file.byteLength,
    info: JSON.stringify(raw),
    createdOn: clock().toISOString(),
  })
}

interface ImageToStore {
  readonly raw: RawFrameInfo
  readonly target: FrameTarget
  readonly bytes: Uint8Array
  readonly frameImage: Awaited<ReturnType<typeof createFrameImage>> | undefined
  readonly options: IntakeOptions
}

/** Archives the DICOM object of a frame; the same frame always becomes the same object. */
export async function storeImage(
  deps: Pick<IntakeDeps, 'unscopedDb' | 'archive' | 'clock' | 'readPool' | 'transcodePool'>,
  { raw, target: { subject, operator }, bytes, frameImage, options }: ImageToStore,
): Promise<ImageId> {
  const { unscopedDb, archive, clock } = deps
  const { clinicId, id: studyId, studyInstanceUID } = subject
  const { bodyPart, bodyPartView, animalSize } = raw.context.annotation
  const uids = {
    sopInstanceUID: deriveUid('frame', raw.id),
    seriesInstanceUID: deriveUid('series of', studyInstanceUID, bodyPart, bodyPartView),
  }
  const db = new ClinicDb(unscopedDb, [clinicId])
  const numbers = await frames.findNextNumbers(db, {
    studyId,
    seriesInstanceUID: uids.seriesInstanceUID,
  })
  const frame = { info: raw, subject, operator, uids, numbers }
  const vendorFile = frameImage ? undefined : await readVendorFile(deps.readPool, bytes)
  const chunks = frameImage
    ? encodeFrameFile(frame, frameImage)
    : vendorFile
      ? await rewriteVendorFile(deps, frame, vendorFile)
      : []
  const now = clock().toISOString()
  const restraint = await findAtExposure(
    db,
    studyId,
    { armedOn: raw.context.armedOn, exposedAt: raw.exposedAt },
    now,
  )
  const stored = await archive.storeOwn(streamChunks(chunks), {
    clinicId,
    userId: operator.id,
    studyInstanceUID,
    capture: {
      image: {
        bodyPart,
        bodyPartView,
        animalSize,
        isIncomplete: raw.isIncomplete,
        sensor: formatMake(raw.device) || folderBrand,
        createdOn: raw.exposedAt < now ? Instant.parse(raw.exposedAt) : now,
      },
      exposure: {
        ...(frameImage && {
          exposureIndex: frameImage.attributes.exposureIndex,
          deviationIndex: frameImage.attributes.deviationIndex,
          saturatedShare: frameImage.attributes.saturatedShare,
        }),
        generator: raw.generator ?? '',
        room: await findXRayRoomOfBridge(db, raw.device.key.split('/')[0] ?? ''),
        isTechniqueEntered: isTechniqueEntered(raw) && vendorFile?.hasTechnique !== true,
        ...(frameImage && toRecordedTechnique(raw)),
        ...restraint,
      },
      afterInsert: async (db, imageId) => {
        const preset = frameImage?.preset ?? ''
        await frames.setImage(db, raw.id, { imageId, preset, isRecovered: options.isLate })
        const study = await findStudySubject(db, studyId)
        await recordAuditEvent(
          { db, actor: operator, address: options.address, clock },
          {
            action: options.action,
            entityId: imageId,
            clinicId,
            subject: `${bodyPart} ${bodyPartView}`.trim(),
            ...(study && { names: [study.patientName, study.patientId] }),
            after: {
              ...study,
              frameId: raw.id,
              isRecovered: options.isLate,
              ...(raw.technique ?? raw.context.enteredTechnique),
            },
          },
        )
      },
    },
  })
  return stored.imageId
}

async function* streamChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
