import { buffer } from 'node:stream/consumers'
import { refuse, Refusal } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { limitConcurrency } from '@talus/node-kit/concurrency-limit'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import { isServerFault, WorkerFault } from '../../../workers/index.ts'
import { refuseTooLarge } from '../pixels/too-large.ts'
import type { RenderStored } from '../pixels/render-stored.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

export interface ThumbnailDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly renderStored: RenderStored
}

/** Few sizes only: a client that requested every size would fill the disk. */
const thumbnailEdges = [128, 256, 512] as const
const thumbnailQuality = 90
/** The specification's "Image JPEG export quality 1". */
export const fullQuality = 100
/** Each rendering holds a whole file in memory. */
const rendersMax = 4
/**
 * Part of every key and ETag of a rendered image: raise it when images are rendered differently, so
 * that stored thumbnails and cached images are not reused.
 */
export const renderVersion = 2

/** Returns a JPEG of a stored image; its longer side has at most `edge` pixels. */
export type GetJpeg = ReturnType<typeof createThumbnails>['getJpeg']

/** The longer side in pixels; undefined is full size. */
export const getEdge = (size: number | undefined): number | undefined =>
  size === undefined ? undefined : (thumbnailEdges.find((edge) => size <= edge) ?? size)

/** The ETag of a JPEG; undefined if the file was stored without its hash. */
export const createEtag = (
  { sha256 }: RecordedFile,
  edge: number | undefined,
): string | undefined =>
  sha256 === '' ? undefined : `"${sha256}-${edge ?? 'full'}-${renderVersion}"`

const isStoredEdge = (edge: number | undefined) => thumbnailEdges.some((stored) => stored === edge)

const toThumbnailKey = (sha256: string, edge: number | undefined) =>
  `thumbnails/${sha256.slice(0, 2)}/${sha256}-${edge}-${renderVersion}.jpg`

/** The thumbnails of a file are those of another one that shows the same pixels. */
export async function copyThumbnails(files: FileStore, from: string, to: string): Promise<void> {
  for (const edge of thumbnailEdges) {
    const jpeg = await files.read(toThumbnailKey(from, edge))
    if (jpeg) await files.put(toThumbnailKey(to, edge), jpeg)
  }
}

/** Renders JPEGs of stored images. Concurrent requests for the same JPEG share one rendering. */
export function createThumbnails({ files, log, renderStored }: ThumbnailDeps) {
  const stopping = new AbortController()
  const pending = new Map<string, Promise<Uint8Array>>()
  const limited = limitConcurrency(rendersMax)
  const onFault = (error: unknown) => log.warn({ err: error }, 'image not rendered')

  async function render(recorded: RecordedFile, edge: number | undefined): Promise<Uint8Array> {
    const quality = edge === undefined ? fullQuality : thumbnailQuality
    const options = { longestEdge: edge, quality, signal: stopping.signal }
    try {
      const jpeg = await renderStored(recorded, options)
      return jpeg ?? refuse('image/unreadable')
    } catch (error) {
      stopping.signal.throwIfAborted()
      refuseTooLarge(error, recorded)
      onFault(error)
      return refuseFor(error)
    }
  }

  /** Rendered once and stored: the next request costs a read. */
  async function getThumbnail(recorded: RecordedFile, edge: number): Promise<Uint8Array> {
    const { sha256 } = recorded
    const key = toThumbnailKey(sha256, edge)
    const stored = await read(key)
    if (stored !== undefined && stored.byteLength > 0) return stored
    const jpeg = await limited(() => render(recorded, edge))
    // A full disk must not prevent users from viewing an image.
    await files.put(key, jpeg).catch(onFault)
    return jpeg
  }

  const read = async (key: string) => {
    try {
      const stream = await files.read(key)
      return stream && (await buffer(stream))
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  const renderOrLoad = (recorded: RecordedFile, edge: number | undefined) =>
    edge !== undefined && isStoredEdge(edge) && recorded.sha256 !== ''
      ? getThumbnail(recorded, edge)
      : limited(() => render(recorded, edge))

  async function getJpeg(recorded: RecordedFile, edge: number | undefined): Promise<Uint8Array> {
    const name = createEtag(recorded, edge) ?? `${recorded.filePath} ${edge}`
    const known = pending.get(name)
    if (known) return known
    const rendering = renderOrLoad(recorded, edge).finally(() => pending.delete(name))
    pending.set(name, rendering)
    try {
      return await rendering
    } catch (error) {
      // The server stops: nothing is wrong with the image.
      if (stopping.signal.aborted) refuse('server/unavailable')
      throw error
    }
  }

  return { getJpeg, stop: () => stopping.abort() }
}

function refuseFor(error: unknown): never {
  if (error instanceof Refusal && error.code !== 'web/not-acceptable') throw error
  const isOfFile =
    error instanceof Refusal ||
    error instanceof DicomFault ||
    (error instanceof WorkerFault && !isServerFault(error))
  refuse(isOfFile ? 'image/unreadable' : 'server/unavailable')
}
