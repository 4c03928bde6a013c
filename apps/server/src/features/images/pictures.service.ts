import { buffer } from 'node:stream/consumers'
import { refuse } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { atMost } from './at-most.ts'
import type { Problem } from './manifest.ts'
import { asJpeg } from './ready-image.ts'
import type { RenderJpeg } from './ready-image.ts'
import type { RecordedFile } from './stored-image.ts'

export interface PictureDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly renderJpeg: RenderJpeg
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
export function pictureMaker({ files, log, renderJpeg }: PictureDeps) {
  const stopping = new AbortController()
  const inTheMaking = new Map<string, Promise<Uint8Array>>()
  const inTurn = atMost(rendersAtOnce)
  const onFault = (error: unknown) => log.warn({ err: error }, 'picture not made')

  async function rendered(recorded: RecordedFile, edge: number | undefined): Promise<Uint8Array> {
    const reading = { files, signal: stopping.signal, onFault }
    const quality = edge === undefined ? fullQuality : thumbnailQuality
    const image = await asJpeg(reading, recorded, (bytes, options) =>
      renderJpeg(bytes, { ...options, longestEdge: edge, quality }),
    )
    const [problem] = image.outcome().problems
    if (problem) refuseFor(problem)
    return image.bytes instanceof Uint8Array ? image.bytes : refuse('image/unreadable')
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

/** What is not the file that was stored is not shown: it may be of another animal. */
export function refuseFor({ kind }: Problem): never {
  if (kind === 'missing') refuse('image/missing')
  if (kind === 'unreadable') refuse('server/unavailable')
  refuse('image/unreadable')
}
