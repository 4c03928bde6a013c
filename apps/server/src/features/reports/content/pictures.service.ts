import { randomUUID } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { ImageId, Language } from '@talus/contract'
import { toPictureKey } from '@talus/report/pdf'
import type { ImageSlot, ReportDocument } from '@talus/report/document'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import { ReportFault, WorkerFault } from '../../../workers/index.ts'
import type { ReportPool } from '../../../workers/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { readWhole } from '../../images/index.ts'
import type { RecordedFile, RenderStored } from '../../images/index.ts'
import * as queries from './pictures.queries.ts'
import type { FindPresentedView } from './presented-view.ts'

export interface PictureDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly reportPool: ReportPool
  readonly renderStored: RenderStored
}

interface LoadDeps extends PictureDeps {
  readonly findPresentedView: FindPresentedView
}

/** The specified width and quality of the images in a report. */
const imageWidth = 800
const imageQuality = 70
/** A longer picture, such as of a whole spine, is narrower instead. */
const imageHeightMax = 8000
/** Images that are rendered at a time, so that one report does not take every worker. */
const concurrency = 3

const viewPrefix = 'picture:'

/** Only user input is at fault here; any other error is one of the server. */
export function refusePicture(error: unknown): never {
  if (error instanceof ReportFault) refuse('report/not-picture')
  if (error instanceof WorkerFault) refuse('report/not-made')
  throw error
}

/** Keeps an image as the viewer shows it: its window, crop and drawings are in the pixels. */
export async function addPicture(
  { files, reportPool }: PictureDeps,
  { db, actor, clock }: ChangeContext,
  imageId: ImageId,
  { pendingKey, sha256: sentHash, byteLength: sentBytes }: FormFile,
) {
  const image = (await queries.findImage(db, imageId)) ?? refuse('record/not-found')
  const sent = await readWhole(files, {
    filePath: pendingKey,
    sha256: sentHash,
    byteLength: sentBytes,
  })
  const { bytes, width, height } = await reportPool.encodePicture(sent).catch(refusePicture)
  const id = randomUUID()
  const { clinicId, studyId } = image
  const createdOn = clock().toISOString()
  const key = `report-pictures/${clinicId}/${createdOn.slice(0, 10)}/${id}.jpg`
  const { sha256, byteLength } = await files.put(key, bytes)
  try {
    await queries.insertPicture(db, {
      id,
      clinicId,
      studyId,
      imageId,
      userId: actor.id,
      filePath: key,
      sha256,
      byteLength,
      width,
      height,
      createdOn,
    })
  } catch (error) {
    await files.remove(key).catch(() => undefined)
    throw error
  }
  return { view: `${viewPrefix}${id}`, width, height }
}

export async function readPicture({ files }: PictureDeps, db: ClinicDb, id: string) {
  const found = (await queries.findPicture(db, id)) ?? refuse('record/not-found')
  return (await readVerified(files, found)) ?? refuse('image/missing')
}

/** Undefined if the file is missing or not the recorded one: it might show another animal. */
export const readVerified = (files: FileStore, recorded: RecordedFile) =>
  readWhole(files, recorded).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

const parsePictureId = (view: string) =>
  view.startsWith(viewPrefix) ? view.slice(viewPrefix.length) : undefined

interface PlacedSlot {
  readonly slot: ImageSlot
  /** From 1. */
  readonly page: number
}

const refuseSlot = (page: number): never => refuse('report/no-picture', { values: { page } })

export interface LoadedPictures {
  /** JPEG files by `toPictureKey`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  /** The images that the report shows, in its order. */
  readonly images: readonly queries.ShowableImage[]
}

/**
 * Loads the pictures of a report. `db` is bounded to the clinic of its study: an image of another
 * clinic, a rejected and a deleted one are refused alike.
 */
export async function loadPictures(
  deps: LoadDeps,
  db: ClinicDb,
  { pages, language }: ReportDocument,
  signal: AbortSignal,
): Promise<LoadedPictures> {
  const slots = pages.flatMap(({ images }, index): PlacedSlot[] =>
    images.map((slot) => ({ slot, page: index + 1 })),
  )
  const images = new Map(
    (await queries.findImages(db, [...new Set(slots.map(({ slot }) => slot.imageId))])).map(
      (image) => [image.id, image],
    ),
  )
  const ids = slots.flatMap(({ slot }) => (slot.view && parsePictureId(slot.view)) ?? [])
  const kept = new Map(
    (await queries.findPictures(db, [...new Set(ids)])).map((picture) => [picture.id, picture]),
  )
  const load = async ({ slot, page }: PlacedSlot): Promise<Uint8Array> => {
    const image = images.get(slot.imageId)
    if (image?.studyId !== slot.studyId) return refuseSlot(page)
    if (slot.view === null) {
      const shown = await deps.findPresentedView(db, image, language, signal)
      return (await render(deps, image, shown, signal)) ?? refuseSlot(page)
    }
    const picture = kept.get(parsePictureId(slot.view) ?? '')
    // A picture of another image under this caption might show another animal.
    if (picture?.imageId !== slot.imageId) return refuseSlot(page)
    return (await readVerified(deps.files, picture)) ?? refuseSlot(page)
  }
  const unique = [...new Map(slots.map((placed) => [toPictureKey(placed.slot), placed]))]
  const pictures = new Map<string, Uint8Array>()
  for (let at = 0; at < unique.length; at += concurrency)
    await Promise.all(
      unique.slice(at, at + concurrency).map(async ([key, placed]) => {
        pictures.set(key, await load(placed))
      }),
    )
  await queries.keepPictures(db, [...kept.keys()])
  return { pictures, images: [...images.values()] }
}

/** Renders an image as the PDF prints it, if the report has no kept picture of it. */
export async function renderPrinted(
  deps: LoadDeps,
  db: ClinicDb,
  id: ImageId,
  { language, signal }: { readonly language: Language; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const image = (await queries.findImage(db, id)) ?? refuse('record/not-found')
  const shown = await deps.findPresentedView(db, image, language, signal)
  return (await render(deps, image, shown, signal)) ?? refuse('image/unreadable')
}

/** Renders an image as the viewer left it, or as its file shows it; undefined if that fails. */
async function render(
  { renderStored, log }: PictureDeps,
  image: queries.ShowableImage,
  shown: Awaited<ReturnType<FindPresentedView>>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  // Never enlarged.
  const width = Math.min(imageWidth, image.columns ?? imageWidth)
  const viewport = { width, height: imageHeightMax }
  try {
    return await renderStored(image, { ...shown, viewport, quality: imageQuality, signal })
  } catch (error) {
    if (error instanceof WorkerFault) refuse('report/not-made')
    log.warn({ err: error, imageId: image.id }, 'image of a report not rendered')
    return undefined
  }
}
