import { buffer } from 'node:stream/consumers'
import type { CaptureContext, FrameInfo, Image } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FramePreview, ProcessPool, ReadPool, TranscodePool } from '../../../workers/index.ts'
import type { Archive } from '../../archive/index.ts'
import type { SensorEventBus, AttachedSensor } from '../../devices/index.ts'
import { findImageDetails } from '../../images/index.ts'
import { createFrameImage } from './frame-image.ts'
import { findTarget, resolveTarget } from './frame-target.ts'
import type { FrameTarget } from './frame-target.ts'
import * as frames from './frames.queries.ts'
import { RawFrameInfo } from './raw-frame-info.ts'
import type { FrameDevice } from './raw-frame-info.ts'
import { storeImage, storeRaw } from './store-frame.ts'

export interface IntakeDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly archive: Archive
  readonly processPool: ProcessPool
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
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

/** Hashed in a thread of Node: other requests go on meanwhile. */
const computeSha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')

/**
 * Turns a frame of the bridge, or raw data that a crashed server left, into an image of its study.
 * Each step can be repeated: after a crash at any point the same frame becomes the same image.
 */
export function createFrameIntake(deps: IntakeDeps) {
  const { unscopedDb, files, sensorEvents, log } = deps
  const imports = createImportQueue()

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
    imports.once(info.id, async () => {
      const row = await frames.findFrame(unscopedDb, info.id)
      const image = row?.imageId
        ? await findImage(unscopedDb, row)
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
    const target = await findTarget(unscopedDb, attached, captureContext)
    if (!captureContext || !target) return undefined
    const device = describeDevice(attached)
    const bytes = await attached.bridge.frameBytes(info.id)
    if (bytes.byteLength !== info.byteLength || (await computeSha256(bytes)) !== info.sha256)
      throw new Error(`frame ${info.id} came damaged`)
    const raw = storedInfo ?? { ...info, context: captureContext, device: await device }
    return createImage(raw, target, bytes, storeRaw(deps, raw, target, bytes), options)
  }

  /** Imports raw data without an image; the bridge may no longer have the frame. */
  const fromRow = (row: RawRow, options: IntakeOptions) =>
    imports.once(row.frameId, async () => {
      const raw = RawFrameInfo.safeParse(row.info).data
      const target = raw && (await resolveTarget(unscopedDb, raw.context))
      const stream = await files.read(row.filePath)
      if (!stream) return undefined
      const bytes = new Uint8Array(await buffer(stream))
      if (!raw || !target || (await computeSha256(bytes)) !== row.sha256) return undefined
      return createImage(raw, target, bytes, Promise.resolve(), options)
    })

  /** Imports a frame that never was in a bridge. */
  const fromBytes = (raw: RawFrameInfo, bytes: Uint8Array, options: IntakeOptions) =>
    imports.once(raw.id, async () => {
      const row = await frames.findFrame(unscopedDb, raw.id)
      if (row?.imageId) return findImage(unscopedDb, row)
      const target = await resolveTarget(unscopedDb, raw.context)
      return target && createImage(raw, target, bytes, storeRaw(deps, raw, target, bytes), options)
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
    const { captureId } = raw
    const frameImage =
      raw.format === 'dicom'
        ? undefined
        : await createFrameImage(
            deps,
            raw,
            { speciesId: subject.speciesId, bodyPart: raw.context.annotation.bodyPart },
            bytes,
            options.isLate ? undefined : createPreviewPublisher(sensorEvents, raw, subject),
          )
    await rawStored
    const isRecovered = options.isLate || raw.isRecovered
    const imageId = await imports.inTurn(() =>
      storeImage(deps, {
        raw,
        target,
        bytes,
        frameImage,
        options: { ...options, isLate: isRecovered },
      }),
    )
    const image = await findImageDetails(new ClinicDb(unscopedDb, [clinicId]), imageId)
    if (!image) throw new Error(`image ${imageId} is not there`)
    log.info({ frameId: raw.id, imageId, isRecovered }, 'an image was taken')
    sensorEvents.publish(raw.device.key, { event: 'image', clinicId, data: { captureId, image } })
    return image
  }

  return {
    fromBridge,
    fromRow,
    fromBytes,
    isRunning: imports.isRunning,
    idle: imports.idle,
  }
}

async function findImage(unscopedDb: UnscopedDb, { clinicId, imageId }: RawRow) {
  if (imageId === null) return undefined
  return findImageDetails(new ClinicDb(unscopedDb, [clinicId]), imageId)
}

function createImportQueue() {
  const running = new Map<string, Promise<Image | undefined>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** A frame that is reported twice, such as by an event and by the list, is imported once. */
    once: (frameId: string, work: () => Promise<Image | undefined>) => {
      const known = running.get(frameId)
      if (known) return known
      const started = work().finally(() => running.delete(frameId))
      running.set(frameId, started)
      return started
    },
    /** Images are stored one after the other, because series and instance numbers are counted. */
    inTurn: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const turn = last.then(work, work)
      last = turn.catch(() => undefined)
      return turn
    },
    isRunning: (frameId: string) => running.has(frameId),
    /** Resolves when all running imports have ended. */
    idle: async () => void (await Promise.allSettled(running.values())),
  }
}

/** Undefined if no capture waits for the frame. */
function createPreviewPublisher(
  sensorEvents: SensorEventBus,
  { captureId, context, device, isIncomplete }: RawFrameInfo,
  { id: studyId, clinicId }: FrameTarget['subject'],
): ((preview: FramePreview) => void) | undefined {
  if (captureId === null) return undefined
  return ({ jpeg, exposureIndex, deviationIndex, saturatedShare }) =>
    sensorEvents.publish(device.key, {
      event: 'preview',
      clinicId,
      data: {
        captureId,
        studyId,
        annotation: context.annotation,
        jpeg: Buffer.from(jpeg).toString('base64'),
        exposureIndex,
        deviationIndex,
        saturatedShare,
        isIncomplete,
      },
    })
}

async function describeDevice({ sensor, key, bridge, name }: AttachedSensor): Promise<FrameDevice> {
  // The serial number is optional: an image does not fail without it.
  const response = await bridge.status(name).catch(() => undefined)
  const { id: sensorId, brand, model, modality } = sensor
  return { sensorId, key, brand, model, modality, serial: response?.status.serial ?? '' }
}

export type FrameIntake = ReturnType<typeof createFrameIntake>
