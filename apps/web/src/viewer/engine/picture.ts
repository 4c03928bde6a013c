import type { ImageId, ImageMetadata } from '@talus/contract'
import type { ViewerSource } from '../model.ts'
import type { Pixels } from './pixels.ts'
import type { Preparer } from './preparer.ts'
import { readPreview } from './preview.ts'

/** What the page has of an image so far. */
export interface Picture {
  readonly metadata: ImageMetadata | undefined
  readonly preview: Pixels | undefined
  readonly pixels: Pixels | undefined
  /** Why there is no full image; `wordsOf` has its words. */
  readonly fault: unknown
}

export const emptyPicture: Picture = {
  metadata: undefined,
  preview: undefined,
  pixels: undefined,
  fault: undefined,
}

/** So far has the share to go before anybody is told. */
const progressStep = 0.01

/**
 * The small picture goes first: fourteen megabytes on their way keep the page from showing it. Longer
 * than this they do not wait for it.
 */
const headStartMs = 200

const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/**
 * Loads what is missing of a picture, the numbers after what is quick, and tells each part as it comes.
 * `isLight` leaves the numbers out. Ends when all is there; throws what kept it from being.
 */
export async function loadPicture(
  source: ViewerSource,
  preparer: Preparer,
  imageId: ImageId,
  have: Picture,
  settings: {
    readonly isLight: boolean
    readonly signal: AbortSignal
    readonly tell: (part: Partial<Picture>) => void
    /** How much of the full image has come, from 0 to 1. */
    readonly tellProgress: (share: number) => void
  },
): Promise<void> {
  const { isLight, signal, tell, tellProgress } = settings
  const metadata = have.metadata
    ? Promise.resolve(have.metadata)
    : source.metadata(imageId, signal).then((metadata) => {
        if (!signal.aborted) tell({ metadata })
        return metadata
      })

  // A preview is a courtesy: without it the image comes a little later.
  const preview = async () => {
    if (have.preview) return
    try {
      const file = await source.preview(imageId, signal)
      const { Rows: rows, Columns: columns } = await metadata
      const preview = await readPreview(file, { columns, rows })
      if (!signal.aborted) tell({ preview })
    } catch {
      return
    }
  }

  const pixels = async (sight: Promise<void>) => {
    await Promise.race([sight, after(headStartMs)])
    signal.throwIfAborted()
    let told = 0
    const bytes = await source.pixels(imageId, {
      signal,
      onProgress: (share) => {
        if (signal.aborted || share < told + progressStep) return
        told = share
        tellProgress(share)
      },
    })
    const { display, Rows: rows, Columns: columns } = await metadata
    // The server refuses the numbers of such a file, so nobody should come here.
    if (!display) throw new Error('an image without a picture')
    const { samples, bits, isSigned, padding } = display
    const shape = { samples, bits, isSigned, padding, columns, rows }
    const pixels = await preparer.prepare(bytes, shape)
    signal.throwIfAborted()
    tell({ pixels, fault: undefined })
  }

  const sight = preview()
  const wanted = isLight || have.pixels ? [metadata, sight] : [metadata, sight, pixels(sight)]
  // All of them have ended, one way or the other, before whoever asked goes on to the next image.
  const ends = await Promise.allSettled(wanted)
  signal.throwIfAborted()
  // The refusal of the numbers says more than that of the metadata: it comes last.
  const failed = ends.findLast((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
