import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Instant } from '@talus/contract'
import type { CaptureContext, FrameInfo, Image } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ProcessPool } from '../../../workers/index.ts'
import { deriveUid } from '../../archive/index.ts'
import type { Archive } from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { SensorEventBus, AttachedSensor } from '../../devices/index.ts'
import { findImageDetails } from '../../images/index.ts'
import { encodeFrameFile, rewriteVendorFile } from './frame-file.ts'
import { createFrameImage } from './frame-image.ts'
import { resolveTarget } from './frame-target.ts'
import type { FrameTarget } from './frame-target.ts'
import * as frames from './frames.queries.ts'
import { RawFrameInfo } from './raw-frame-info.ts'
import type { FrameDevice } from './raw-frame-info.ts'

export interface IntakeDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly archive: Archive
  readonly processPool: ProcessPool
  readonly sensorEvents: SensorEventBus
  readonly clock: Clock
  readonly log: Logger
}

/** How the frame reached the server, for its image and the audit trail. */
export interface IntakeOptions {
  /** No call was waiting for the frame any more. */
  readonly isLate: boolean
  readonly action: 'image.capture' | 'image.assign'
  readonly address: string
}

type RawRow = NonNullable<Awaited<ReturnType<typeof frames.findFrame>>>

const toRawKey = (clinicId: number, { id, exposedAt, format }: FrameInfo) =>
  `raw/${clinicId}/${exposedAt.slice(0, 10)}/${id}.${format === 'dicom' ? 'dcm' : 'raw'}`

const computeSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Turns a frame of the bridge, or raw data that a crashed server left, into an image of its study.
 * Each step can be repeated: after a crash at any point the same frame becomes the same image.
 */
export function createFrameIntake(deps: IntakeDeps) {
  const { unscopedDb, files, archive, sensorEvents, clock, log } = deps
  const running = new Map<string, Promise<Image | undefined>>()
  /** Images are stored one after the other, because series and instance numbers are counted. */
  let queue: Promise<unknown> = Promise.resolve()
  const runInTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = queue.then(work, work)
    queue = turn.catch(() => undefined)
    return turn
  }

  /** A frame that is reported twice, such as by an event and by the list, is imported once. */
  function runOnce(frameId: string, work: () => Promise<Image | undefined>) {
    const known = running.get(frameId)
    if (known) return known
    const started = work().finally(() => running.delete(frameId))
    running.set(frameId, started)
    return started
  }

  /**
   * Resolves with undefined if the target study is unknown. The frame is acknowledged when its
   * image is stored.
   */
  const fromBridge = (
    attached: AttachedSensor,
    info: FrameInfo,
    options: IntakeOptions,
    context: CaptureContext | null = info.context,
  ) =>
    runOnce(info.id, async () => {
      const row = await frames.findFrame(unscopedDb, info.id)
      const image = row?.imageId
        ? await findImage(row)
        : await importFromBridge(attached, info, options, row, context)
      // The image is stored; a bridge that does not get the acknowledgement offers the frame again.
      if (image)
        await attached.bridge
          .acknowledge(info.id, info.sha256)
          .catch((error: unknown) => log.warn({ err: error, frameId: info.id }, 'not acknowledged'))
      return image
    })

  async function importFromBridge(
    attached: AttachedSensor,
    info: FrameInfo,
    options: IntakeOptions,
    row: RawRow | undefined,
    context: CaptureContext | null,
  ) {
    // The context of a started import stays, because part of the work may be done.
    const storedInfo = row && RawFrameInfo.parse(row.info)
    const captureContext = storedInfo?.context ?? context
    const target = await resolveTarget(unscopedDb, captureContext)
    if (!captureContext || !target) return undefined
    const device = describeDevice(attached)
    const bytes = await attached.bridge.frameBytes(info.id)
    if (bytes.byteLength !== info.byteLength || computeSha256(bytes) !== info.sha256)
      throw new Error(`frame ${info.id} came damaged`)
    const raw = storedInfo ?? { ...info, context: captureContext, device: await device }
    return createImage(raw, target, bytes, storeRaw(raw, target, bytes), options)
  }

  /** Writes the file before the row, and the row before the image exists. */
  async function storeRaw(
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

  /** Imports raw data without an image; the bridge may no longer have the frame. */
  const fromRow = (row: RawRow, options: IntakeOptions) =>
    runOnce(row.frameId, async () => {
      const raw = RawFrameInfo.safeParse(row.info).data
      const target = raw && (await resolveTarget(unscopedDb, raw.context))
      const stream = await files.read(row.filePath)
      if (!stream) return undefined
      const bytes = new Uint8Array(await buffer(stream))
      if (!raw || !target || computeSha256(bytes) !== row.sha256) return undefined
      return createImage(raw, target, bytes, Promise.resolve(), options)
    })

  /** Imports a frame that never was in a bridge. */
  const fromBytes = (raw: RawFrameInfo, bytes: Uint8Array, options: IntakeOptions) =>
    runOnce(raw.id, async () => {
      const row = await frames.findFrame(unscopedDb, raw.id)
      if (row?.imageId) return findImage(row)
      const target = await resolveTarget(unscopedDb, raw.context)
      return target && createImage(raw, target, bytes, storeRaw(raw, target, bytes), options)
    })

  async function createImage(
    raw: RawFrameInfo,
    target: FrameTarget,
    bytes: Uint8Array,
    rawStored: Promise<void>,
    options: IntakeOptions,
  ): Promise<Image> {
    // A failure is handled by the await below; until then it must not count as unhandled.
    rawStored.catch(() => undefined)
    const { subject } = target
    const { clinicId } = subject
    const { annotation } = raw.context
    const { captureId } = raw
    const frameImage =
      raw.format === 'dicom'
        ? undefined
        : await createFrameImage(
            deps,
            raw,
            { speciesId: subject.speciesId, bodyPart: annotation.bodyPart },
            bytes,
            captureId === null || options.isLate
              ? undefined
              : ({ jpeg, exposureIndex, deviationIndex }) =>
                  sensorEvents.publish(raw.device.key, {
                    event: 'preview',
                    clinicId,
                    data: {
                      captureId,
                      studyId: subject.id,
                      annotation,
                      jpeg: Buffer.from(jpeg).toString('base64'),
                      exposureIndex,
                      deviationIndex,
                    },
                  }),
          )
    await rawStored
    const isRecovered = options.isLate || raw.isRecovered
    const imageId = await runInTurn(() =>
      storeImage({ raw, target, bytes, frameImage, options: { ...options, isLate: isRecovered } }),
    )
    const image = await findImageDetails(new ClinicDb(unscopedDb, [clinicId]), imageId)
    if (!image) throw new Error(`image ${imageId} is not there`)
    log.info({ frameId: raw.id, imageId, isRecovered }, 'an image was taken')
    sensorEvents.publish(raw.device.key, { event: 'image', clinicId, data: { captureId, image } })
    return image
  }

  async function storeImage({
    raw,
    target: { subject, operator },
    bytes,
    frameImage,
    options,
  }: {
    readonly raw: RawFrameInfo
    readonly target: FrameTarget
    readonly bytes: Uint8Array
    readonly frameImage: Awaited<ReturnType<typeof createFrameImage>> | undefined
    readonly options: IntakeOptions
  }) {
    const { clinicId, id: studyId, studyInstanceUID } = subject
    const { bodyPart, bodyPartView, animalSize } = raw.context.annotation
    const uids = {
      sopInstanceUID: deriveUid('frame', raw.id),
      seriesInstanceUID: deriveUid('series of', studyInstanceUID, bodyPart, bodyPartView),
    }
    const numbers = await frames.findNextNumbers(new ClinicDb(unscopedDb, [clinicId]), {
      studyId,
      seriesInstanceUID: uids.seriesInstanceUID,
    })
    const frame = { info: raw, subject, operator, uids, numbers }
    const chunks = frameImage
      ? encodeFrameFile(frame, frameImage)
      : await rewriteVendorFile(frame, bytes)
    const now = clock().toISOString()
    const stored = await archive.store(streamChunks(chunks), {
      clinicId,
      userId: operator.id,
      studyInstanceUID,
      capture: {
        image: {
          bodyPart,
          bodyPartView,
          animalSize,
          sensor: `${raw.device.brand} ${raw.device.model}`.trim(),
          createdOn: raw.exposedAt < now ? Instant.parse(raw.exposedAt) : now,
        },
        exposure: {
          ...(frameImage && {
            exposureIndex: frameImage.attributes.exposureIndex,
            deviationIndex: frameImage.attributes.deviationIndex,
          }),
          generator: raw.generator ?? '',
          holders: subject.holders ?? '',
          isSedated: subject.isSedated ?? false,
        },
        afterInsert: async (db, imageId) => {
          const look = frameImage?.look ?? ''
          await frames.setImage(db, raw.id, { imageId, look, isRecovered: options.isLate })
          await recordAuditEvent(
            { db, actor: operator, address: options.address, clock },
            {
              action: options.action,
              entityId: imageId,
              clinicId,
              subject: `${bodyPart} ${bodyPartView}`.trim(),
              after: { frameId: raw.id, isRecovered: options.isLate, ...raw.technique },
            },
          )
        },
      },
    })
    return stored.imageId
  }

  async function findImage({ clinicId, imageId }: RawRow): Promise<Image | undefined> {
    if (imageId === null) return undefined
    return findImageDetails(new ClinicDb(unscopedDb, [clinicId]), imageId)
  }

  return {
    fromBridge,
    fromRow,
    fromBytes,
    isRunning: (frameId: string) => running.has(frameId),
    /** Resolves when all running imports have ended. */
    idle: async () => void (await Promise.allSettled(running.values())),
  }
}

async function describeDevice({ sensor, key, bridge, name }: AttachedSensor): Promise<FrameDevice> {
  // The serial number is optional: an image does not fail without it.
  const response = await bridge.status(name).catch(() => undefined)
  const { id: sensorId, brand, model, modality } = sensor
  return { sensorId, key, brand, model, modality, serial: response?.status.serial ?? '' }
}

export type FrameIntake = ReturnType<typeof createFrameIntake>

async function* streamChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
