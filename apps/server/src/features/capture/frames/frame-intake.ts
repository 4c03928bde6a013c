import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Instant } from '@talus/contract'
import type { CaptureContext, FrameInfo, Image } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { Clock, Logger } from '../../../jobs/define-job.ts'
import type { Processings } from '../../../workers/index.ts'
import { uidOf } from '../../archive/index.ts'
import type { Archive } from '../../archive/index.ts'
import { record } from '../../audit/index.ts'
import type { SensorNewsDesk, SensorPlace } from '../../devices/index.ts'
import { findShown } from '../../images/index.ts'
import { fileOf, refiled } from './frame-file.ts'
import { pictureOf } from './frame-picture.ts'
import { targetOf } from './frame-target.ts'
import type { FrameTarget } from './frame-target.ts'
import * as frames from './frames.queries.ts'
import { RawFrameInfo } from './raw-frame-info.ts'
import type { FrameDevice } from './raw-frame-info.ts'

export interface IntakeDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly archive: Archive
  readonly processings: Processings
  readonly news: SensorNewsDesk
  readonly clock: Clock
  readonly log: Logger
}

/** How a frame came to be taken. */
export interface Taking {
  /** Nobody waited for it any more. */
  readonly isLate: boolean
  readonly action: 'image.capture' | 'image.assign'
  readonly address: string
}

type RawRow = NonNullable<Awaited<ReturnType<typeof frames.findFrame>>>

const rawKey = (clinicId: number, { id, exposedAt, format }: FrameInfo) =>
  `raw/${clinicId}/${exposedAt.slice(0, 10)}/${id}.${format === 'dicom' ? 'dcm' : 'raw'}`

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * From a frame of the bridge, or from raw data that a dead server left, to an image in its study. Each
 * step can be done again: whatever dies in between, the same frame becomes the same image.
 */
export function frameIntake(deps: IntakeDeps) {
  const { unscopedDb, files, archive, news, clock, log } = deps
  const running = new Map<string, Promise<Image | undefined>>()
  /** Numbers of series and images are counted, one image after the other. */
  let line: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = line.then(work, work)
    line = turn.catch(() => undefined)
    return turn
  }

  /** The same frame from two sides, such as the event and the list, is taken once. */
  function once(frameId: string, work: () => Promise<Image | undefined>) {
    const known = running.get(frameId)
    if (known) return known
    const begun = work().finally(() => running.delete(frameId))
    running.set(frameId, begun)
    return begun
  }

  /** Undefined where nobody knows for whom it was taken. It is acknowledged when all is done. */
  const fromBridge = (
    place: SensorPlace,
    info: FrameInfo,
    taking: Taking,
    context: CaptureContext | null = info.context,
  ) =>
    once(info.id, async () => {
      const row = await frames.findFrame(unscopedDb, info.id)
      const image = row?.imageId
        ? await shownOf(row)
        : await takeFromBridge(place, info, taking, row, context)
      // The image is there; a bridge that does not hear it now offers the frame again.
      if (image)
        await place.bridge
          .acknowledge(info.id, info.sha256)
          .catch((error: unknown) => log.warn({ err: error, frameId: info.id }, 'not acknowledged'))
      return image
    })

  async function takeFromBridge(
    place: SensorPlace,
    info: FrameInfo,
    taking: Taking,
    row: RawRow | undefined,
    context: CaptureContext | null,
  ) {
    // What was said when it was begun stays: half of it may be done.
    const begun = row && RawFrameInfo.parse(row.info)
    const wanted = begun?.context ?? context
    const target = await targetOf(unscopedDb, wanted)
    if (!wanted || !target) return undefined
    const device = deviceOf(place)
    const bytes = await place.bridge.frameBytes(info.id)
    if (bytes.byteLength !== info.byteLength || sha256Of(bytes) !== info.sha256)
      throw new Error(`frame ${info.id} came damaged`)
    const raw = begun ?? { ...info, context: wanted, device: await device }
    return make(raw, target, bytes, keepRaw(raw, target, bytes), taking)
  }

  /** On the disk before there is a row, and a row before there is an image. */
  async function keepRaw(raw: RawFrameInfo, { subject, operator }: FrameTarget, bytes: Uint8Array) {
    const { clinicId, id: studyId } = subject
    const file = await files.put(rawKey(clinicId, raw), bytes)
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

  /** Raw data without an image, which the bridge may not have any more. */
  const fromRow = (row: RawRow, taking: Taking) =>
    once(row.frameId, async () => {
      const raw = RawFrameInfo.safeParse(row.info).data
      const target = raw && (await targetOf(unscopedDb, raw.context))
      const stream = await files.read(row.filePath)
      if (!stream) return undefined
      const bytes = new Uint8Array(await buffer(stream))
      if (!raw || !target || sha256Of(bytes) !== row.sha256) return undefined
      return make(raw, target, bytes, Promise.resolve(), taking)
    })

  /** Of a frame that never was in a bridge. */
  const fromBytes = (raw: RawFrameInfo, bytes: Uint8Array, taking: Taking) =>
    once(raw.id, async () => {
      const row = await frames.findFrame(unscopedDb, raw.id)
      if (row?.imageId) return shownOf(row)
      const target = await targetOf(unscopedDb, raw.context)
      return target && make(raw, target, bytes, keepRaw(raw, target, bytes), taking)
    })

  async function make(
    raw: RawFrameInfo,
    target: FrameTarget,
    bytes: Uint8Array,
    kept: Promise<void>,
    taking: Taking,
  ): Promise<Image> {
    // Told below; until then nobody listens to it.
    kept.catch(() => undefined)
    const { subject } = target
    const { clinicId } = subject
    const { annotation } = raw.context
    const { captureId } = raw
    const made =
      raw.format === 'dicom'
        ? undefined
        : await pictureOf(
            deps,
            raw,
            { speciesId: subject.speciesId, bodyPart: annotation.bodyPart },
            bytes,
            captureId === null || taking.isLate
              ? undefined
              : ({ jpeg, exposureIndex, deviationIndex }) =>
                  news.tell(raw.device.key, {
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
    await kept
    const isRecovered = taking.isLate || raw.isRecovered
    const imageId = await inTurn(() =>
      fileImage({ raw, target, bytes, made, taking: { ...taking, isLate: isRecovered } }),
    )
    const image = await findShown(new ClinicDb(unscopedDb, [clinicId]), imageId)
    if (!image) throw new Error(`image ${imageId} is not there`)
    log.info({ frameId: raw.id, imageId, isRecovered }, 'an image was taken')
    news.tell(raw.device.key, { event: 'image', clinicId, data: { captureId, image } })
    return image
  }

  async function fileImage({
    raw,
    target: { subject, operator },
    bytes,
    made,
    taking,
  }: {
    readonly raw: RawFrameInfo
    readonly target: FrameTarget
    readonly bytes: Uint8Array
    readonly made: Awaited<ReturnType<typeof pictureOf>> | undefined
    readonly taking: Taking
  }) {
    const { clinicId, id: studyId, studyInstanceUID } = subject
    const { bodyPart, bodyPartView, animalSize } = raw.context.annotation
    const uids = {
      sopInstanceUID: uidOf('frame', raw.id),
      seriesInstanceUID: uidOf('series of', studyInstanceUID, bodyPart, bodyPartView),
    }
    const numbers = await frames.nextNumbers(new ClinicDb(unscopedDb, [clinicId]), {
      studyId,
      seriesInstanceUID: uids.seriesInstanceUID,
    })
    const frame = { info: raw, subject, operator, uids, numbers }
    const chunks = made ? fileOf(frame, made) : await refiled(frame, bytes)
    const now = clock().toISOString()
    const stored = await archive.store(inParts(chunks), {
      clinicId,
      userId: operator.id,
      studyInstanceUID,
      taken: {
        image: {
          bodyPart,
          bodyPartView,
          animalSize,
          sensor: `${raw.device.brand} ${raw.device.model}`.trim(),
          createdOn: raw.exposedAt < now ? Instant.parse(raw.exposedAt) : now,
        },
        exposure: {
          ...(made && {
            exposureIndex: made.picture.exposureIndex,
            deviationIndex: made.picture.deviationIndex,
          }),
          generator: raw.generator ?? '',
          holders: subject.holders ?? '',
          isSedated: subject.isSedated ?? false,
        },
        also: async (db, imageId) => {
          const look = made?.look ?? ''
          await frames.setImage(db, raw.id, { imageId, look, isRecovered: taking.isLate })
          await record(
            { db, actor: operator, address: taking.address, clock },
            {
              action: taking.action,
              entityId: imageId,
              clinicId,
              subject: `${bodyPart} ${bodyPartView}`.trim(),
              after: { frameId: raw.id, isRecovered: taking.isLate, ...raw.technique },
            },
          )
        },
      },
    })
    return stored.imageId
  }

  async function shownOf({ clinicId, imageId }: RawRow): Promise<Image | undefined> {
    if (imageId === null) return undefined
    return findShown(new ClinicDb(unscopedDb, [clinicId]), imageId)
  }

  return {
    fromBridge,
    fromRow,
    fromBytes,
    isRunning: (frameId: string) => running.has(frameId),
    /** Whatever was begun is at its end. */
    idle: async () => void (await Promise.allSettled(running.values())),
  }
}

async function deviceOf({ sensor, key, bridge, name }: SensorPlace): Promise<FrameDevice> {
  // An image does not wait for the number of the sensor.
  const answer = await bridge.status(name).catch(() => undefined)
  const { id: sensorId, brand, model, modality } = sensor
  return { sensorId, key, brand, model, modality, serial: answer?.status.serial ?? '' }
}

export type FrameIntake = ReturnType<typeof frameIntake>

async function* inParts(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
