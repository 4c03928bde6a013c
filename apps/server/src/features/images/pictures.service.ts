import { buffer } from 'node:stream/consumers'
import { refuse, Refusal } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { isOfServer, WorkerFault } from '../../workers/index.ts'
import type { Pictures } from '../../workers/index.ts'
import { atMost } from './at-most.ts'
import { lendWhole } from './read-file.ts'
import type { RecordedFile } from './stored-image.ts'

export interface PictureDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly pictures: Pick<Pictures, 'renderStored'>
}

/** A few sizes only: whoever asked for every size there is would fill the disk with copies. */
const thumbnailEdges = [128, 256, 512] as const
const thumbnailQuality = 90
/** The specification's "Image JPEG export quality 1". */
export const fullQuality = 100
const rendersAtOnce = 4
/** Part of every name: raise it when pictures are rendered differently, and none is taken for new. */
const rendering = 1

/** A picture of a stored image; its longest side has at most so many pixels. */
export type MakePicture = ReturnType<typeof pictureMaker>['picture']

/** How long the longest side may be; undefined is the image as large as it is. */
export const edgeFor = (size: number | undefined): number | undefined =>
  size === undefined ? undefined : (thumbnailEdges.find((edge) => size <= edge) ?? size)

/** The same for the same picture; undefined where the file was stored without its hash. */
export const tagOf = ({ sha256 }: RecordedFile, edge: number | undefined): string | undefined =>
  sha256 === '' ? undefined : `"${sha256}-${edge ?? 'full'}-${rendering}"`

const isKept = (edge: number | undefined) => thumbnailEdges.some((kept) => kept === edge)

/** Pictures of stored images. Two who ask for the same one at the same time wait for the same work. */
export function pictureMaker({ files, log, pictures }: PictureDeps) {
  const stopping = new AbortController()
  const inTheMaking = new Map<string, Promise<Uint8Array>>()
  const inTurn = atMost(rendersAtOnce)
  const onFault = (error: unknown) => log.warn({ err: error }, 'picture not made')

  async function rendered(recorded: RecordedFile, edge: number | undefined): Promise<Uint8Array> {
    const { sha256 } = recorded
    const quality = edge === undefined ? fullQuality : thumbnailQuality
    const options = { longestEdge: edge, quality, sha256, signal: stopping.signal }
    try {
      const picture = await pictures.renderStored(() => lendWhole(files, recorded), options)
      return picture ?? refuse('image/unreadable')
    } catch (error) {
      stopping.signal.throwIfAborted()
      onFault(error)
      return refuseFor(error)
    }
  }

  /** Made once and kept: the next time costs a read. */
  async function thumbnail(recorded: RecordedFile, edge: number): Promise<Uint8Array> {
    const { sha256 } = recorded
    const key = `thumbnails/${sha256.slice(0, 2)}/${sha256}-${edge}-${rendering}.jpg`
    const kept = await read(key)
    if (kept !== undefined && kept.byteLength > 0) return kept
    const made = await inTurn(() => rendered(recorded, edge))
    // A full disk keeps nobody from looking at an image.
    await files.put(key, made).catch(onFault)
    return made
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

  const make = (recorded: RecordedFile, edge: number | undefined) =>
    edge !== undefined && isKept(edge) && recorded.sha256 !== ''
      ? thumbnail(recorded, edge)
      : inTurn(() => rendered(recorded, edge))

  async function picture(recorded: RecordedFile, edge: number | undefined): Promise<Uint8Array> {
    const name = tagOf(recorded, edge) ?? `${recorded.filePath} ${edge}`
    const known = inTheMaking.get(name)
    if (known) return known
    const making = make(recorded, edge).finally(() => inTheMaking.delete(name))
    inTheMaking.set(name, making)
    try {
      return await making
    } catch (error) {
      // The server stops: nothing is wrong with the image.
      if (stopping.signal.aborted) refuse('server/unavailable')
      throw error
    }
  }

  return { picture, stop: () => stopping.abort() }
}

function refuseFor(error: unknown): never {
  if (error instanceof Refusal && error.code !== 'web/not-acceptable') throw error
  const isOfFile =
    error instanceof Refusal ||
    error instanceof DicomFault ||
    (error instanceof WorkerFault && !isOfServer(error))
  refuse(isOfFile ? 'image/unreadable' : 'server/unavailable')
}
