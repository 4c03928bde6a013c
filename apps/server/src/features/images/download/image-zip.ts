import type { Instant, Language } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { runPipeline } from './bounded-pipeline.ts'
import { formatEntryName, formatPlainEntryName } from './entry-name.ts'
import type { NamedImage } from './entry-name.ts'
import { Manifest } from './manifest.ts'
import { prepareJpeg, prepareOutgoing } from './ready-image.ts'
import type { RenderJpeg } from './ready-image.ts'
import { chunkBytes } from '../stored/stored-image.ts'
import type { OutgoingFiles, ReadingDeps, RecordedFile } from '../stored/stored-image.ts'
import { createZipStream } from '../zip/zip-stream.ts'
import type { ZipEntry } from '../zip/zip-stream.ts'

export interface ImageToZip extends NamedImage, RecordedFile {
  readonly sopInstanceUID: string
  readonly createdOn: Instant
  /** The PDF of a version of a report, which a zip of pictures has instead of a picture. */
  readonly pdf?: (RecordedFile & { readonly fileName: string }) | undefined
}

export interface ImageZipOptions {
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  /** If left out, the DICOM files are written, with animal and owner as they are recorded now. */
  readonly renderJpeg?: RenderJpeg | undefined
  readonly language: Language
  /** Determines the day of a study. */
  readonly timeZone: string
  /** For recipients outside of the clinic: images are numbered from 1 and named without ids. */
  readonly hidesIds?: boolean
  /**
   * A damaged file is left out, which costs a second read of each. A download of the whole clinic
   * has it nevertheless, with its problem in the manifest: it may be the last copy.
   */
  readonly leavesOutDamaged: boolean
  readonly now: Date
  readonly log: Logger
  /** Aborts everything at once: files are closed, rendering stops, and the zip breaks off. */
  readonly signal: AbortSignal
}

/** One JPEG is being sent while two more are rendered; a single huge image is rendered alone. */
const renderLimits = { items: 3, weight: 64 * 1024 * 1024 }
const sequential = { items: 1, weight: 0 }

/**
 * Creates a zip of images, with a manifest at its end. An image that cannot be read or rendered is
 * reported in the manifest and does not end the download.
 */
export const createImageZip = (
  images: AsyncIterable<ImageToZip>,
  options: ImageZipOptions,
): PooledBytes => createZipStream(createEntries(images, options))

async function* createEntries(
  images: AsyncIterable<ImageToZip>,
  options: ImageZipOptions,
): AsyncGenerator<ZipEntry> {
  const { files, outgoing, renderJpeg, language, timeZone, now, log, signal } = options
  const { hidesIds, leavesOutDamaged } = options
  const createReadingDeps = ({ imageId }: ImageToZip): ReadingDeps => ({
    files,
    signal,
    // Logs the id and no name: a patient's name must not appear in a log.
    onFault: (error) => log.warn({ err: error, imageId }, 'an image of a download has a fault'),
  })
  const memory = Buffer.allocUnsafeSlow(chunkBytes)
  const prepare = (image: ImageToZip) => {
    const deps = createReadingDeps(image)
    const { pdf, imageId } = image
    if (!renderJpeg)
      return prepareOutgoing(deps, () => outgoing.resolvePlain(imageId), {
        memory,
        leavesOutDamaged,
      })
    if (!pdf) return prepareJpeg(deps, image, { renderJpeg, leavesOutDamaged })
    // Pictures that are rendered meanwhile are read too, so the PDF needs a buffer of its own.
    const own = Buffer.allocUnsafeSlow(chunkBytes)
    return prepareOutgoing(deps, () => Promise.resolve(pdf), { memory: own, leavesOutDamaged })
  }
  const ready = runPipeline(
    images,
    renderJpeg ? renderLimits : sequential,
    ({ byteLength }) => byteLength,
    async (image) => ({
      image,
      ...(await prepare(image)),
    }),
  )
  const manifest = new Manifest(language)
  let position = 0
  for await (const { image, bytes, outcome, close } of ready) {
    position += 1
    const pdf = renderJpeg && image.pdf
    const extension = pdf ? 'pdf' : renderJpeg ? 'jpg' : 'dcm'
    const named = pdf ? { ...image, bodyPart: pdf.fileName.replace(/\.pdf$/iu, '') } : image
    const name = hidesIds
      ? formatPlainEntryName(named, position, extension)
      : formatEntryName(named, timeZone, extension)
    const imageId = hidesIds ? position : image.imageId
    try {
      if (bytes) yield { name, modifiedOn: new Date(image.createdOn), bytes }
    } finally {
      await close()
    }
    manifest.add({ ...image, imageId, name, recordedSha256: (pdf ?? image).sha256, ...outcome() })
  }
  yield { name: 'manifest.csv', modifiedOn: now, bytes: manifest.read() }
}
