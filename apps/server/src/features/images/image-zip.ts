import type { Instant, Language } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { LentBytes } from '../../http/send-bytes.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { ahead } from './ahead.ts'
import { entryName, plainEntryName } from './entry-name.ts'
import type { NamedImage } from './entry-name.ts'
import { Manifest } from './manifest.ts'
import { asJpeg, asStored, chunkBytes } from './ready-image.ts'
import type { RenderJpeg } from './ready-image.ts'
import type { ReadingDeps, RecordedFile } from './stored-image.ts'
import { zipStream } from './zip-stream.ts'
import type { ZipEntry } from './zip-stream.ts'

export interface ImageToZip extends NamedImage, RecordedFile {
  readonly sopInstanceUID: string
  readonly createdOn: Instant
}

export interface ImageZipOptions {
  readonly files: FileStore
  /** Left out for the DICOM files as they are stored. */
  readonly renderJpeg?: RenderJpeg | undefined
  readonly language: Language
  /** Decides which day a study was made on. */
  readonly timeZone: string
  /** For strangers: images are numbered from 1 and named without a number of ours. */
  readonly isForStrangers?: boolean
  readonly now: Date
  readonly log: Logger
  /** Ends everything at once: files are closed, pictures given up, and the zip breaks off. */
  readonly signal: AbortSignal
}

/** One picture is being sent while two more are made; a single huge one is made alone. */
const pictureRoom = { items: 3, weight: 64 * 1024 * 1024 }
const oneAfterTheOther = { items: 1, weight: 0 }

/**
 * Images as a zip, with a list of them at its end. An image that cannot be read or shown is told
 * in the list and breaks nothing.
 */
export const imageZip = (images: AsyncIterable<ImageToZip>, options: ImageZipOptions): LentBytes =>
  zipStream(entriesOf(images, options))

async function* entriesOf(
  images: AsyncIterable<ImageToZip>,
  { files, renderJpeg, language, timeZone, now, log, signal, isForStrangers }: ImageZipOptions,
): AsyncGenerator<ZipEntry> {
  const readingOf = ({ imageId }: ImageToZip): ReadingDeps => ({
    files,
    signal,
    // The number and no name: what a patient is called has no place in a log.
    onFault: (error) => log.warn({ err: error, imageId }, 'an image of a download has a fault'),
  })
  const memory = Buffer.allocUnsafeSlow(chunkBytes)
  const ready = ahead(
    images,
    renderJpeg ? pictureRoom : oneAfterTheOther,
    ({ byteLength }) => byteLength,
    async (image) => ({
      image,
      ...(renderJpeg
        ? await asJpeg(readingOf(image), image, renderJpeg)
        : await asStored(readingOf(image), image, memory)),
    }),
  )
  const manifest = new Manifest(language)
  const ending = renderJpeg ? 'jpg' : 'dcm'
  let position = 0
  for await (const { image, bytes, outcome, close } of ready) {
    position += 1
    const name = isForStrangers
      ? plainEntryName(image, position, ending)
      : entryName(image, timeZone, ending)
    const imageId = isForStrangers ? position : image.imageId
    try {
      if (bytes) yield { name, modifiedOn: new Date(image.createdOn), bytes }
    } finally {
      await close()
    }
    manifest.add({ ...image, imageId, name, recordedSha256: image.sha256, ...outcome() })
  }
  yield { name: 'manifest.csv', modifiedOn: now, bytes: manifest.read() }
}
