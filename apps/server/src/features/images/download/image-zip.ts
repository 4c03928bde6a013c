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
  const ready = runPipeline(
    images,
    renderJpeg ? renderLimits : sequential,
    ({ byteLength }) => byteLength,
    async (image) => ({
      image,
      ...(renderJpeg
        ? await prepareJpeg(createReadingDeps(image), image, { renderJpeg, leavesOutDamaged })
        : await prepareOutgoing(createReadingDeps(image), () => outgoing.resolve(image.imageId), {
            memory,
            leavesOutDamaged: options.leavesOutDamaged,
          })),
    }),
  )
  const manifest = new Manifest(language)
  const extension = renderJpeg ? 'jpg' : 'dcm'
  let position = 0
  for await (const { image, bytes, outcome, close } of ready) {
    position += 1
    const name = hidesIds
      ? formatPlainEntryName(image, position, extension)
      : formatEntryName(image, timeZone, extension)
    const imageId = hidesIds ? position : image.imageId
    try {
      if (bytes) yield { name, modifiedOn: new Date(image.createdOn), bytes }
    } finally {
      await close()
    }
    manifest.add({ ...image, imageId, name, recordedSha256: image.sha256, ...outcome() })
  }
  yield { name: 'manifest.csv', modifiedOn: now, bytes: manifest.read() }
}
