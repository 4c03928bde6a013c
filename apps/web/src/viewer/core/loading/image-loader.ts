import type { ImageId, ImageMetadata } from '@talus/contract'
import type { ImageSource } from '../source.ts'
import { withPlanes } from './pixels.ts'
import type { Pixels } from './pixels.ts'
import { readPlanes } from './planes.ts'
import type { ImagePlanes } from './planes.ts'
import type { Preparer } from './preparer.ts'
import { readPreview } from './preview.ts'

/** The parts of an image that are loaded so far. */
export interface LoadedImage {
  readonly metadata: ImageMetadata | undefined
  readonly preview: Pixels | undefined
  readonly pixels: Pixels | undefined
  /** Set while a presentation state shows the image; its display parameters are in the metadata. */
  readonly presented?: PresentedParts | undefined
  /** Reason why the full image could not be loaded. */
  readonly fault: unknown
}

/** The parts of a presentation state that the metadata of an image cannot hold. */
export interface PresentedParts {
  /** Modality LUT: values for the stored values from `first` on. */
  readonly modality: { readonly first: number; readonly levels: readonly number[] } | undefined
  /** Grey levels for equal steps from black to white. */
  readonly presentationLut: readonly number[] | undefined
  readonly planes: ImagePlanes | undefined
}

export const emptyLoadedImage: LoadedImage = {
  metadata: undefined,
  preview: undefined,
  pixels: undefined,
  fault: undefined,
}

/** Minimum change of the loaded share that is reported. */
const progressStep = 0.01

/**
 * The preview gets a head start because a 14 MB transfer would delay it. The pixel data does not
 * wait for it any longer than this.
 */
const headStartMs = 200

/** The planes that lie over a frame; undefined if the file has none. */
export async function loadPlanes(
  source: ImageSource,
  imageId: ImageId,
  { display, Columns: columns, Rows: rows }: ImageMetadata,
  settings: { readonly signal: AbortSignal; readonly frame?: number },
): Promise<ImagePlanes | undefined> {
  if (!display?.planes) return undefined
  const file = await source.overlay(imageId, settings)
  return readPlanes(file, display.planes, { columns, rows })
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/**
 * Loads the missing parts of an image, pixel data last, and reports each part as it arrives.
 * Without pixel data if `isPreviewOnly`. Resolves when all parts are loaded, rejects if one failed.
 */
export async function loadImage(
  source: ImageSource,
  preparer: Preparer,
  imageId: ImageId,
  loaded: LoadedImage,
  settings: {
    readonly isPreviewOnly: boolean
    readonly signal: AbortSignal
    readonly onPart: (part: Partial<LoadedImage>) => void
    /** Loaded share of the full image, from 0 to 1. */
    readonly onProgress: (share: number) => void
  },
): Promise<void> {
  const { isPreviewOnly, signal, onPart, onProgress } = settings
  const metadata = loaded.metadata
    ? Promise.resolve(loaded.metadata)
    : source.metadata(imageId, signal).then((metadata) => {
        if (!signal.aborted) onPart({ metadata })
        return metadata
      })

  // The preview is optional: without it the image is shown a little later.
  const loadPreview = async () => {
    // A preview that was loaded without metadata has the wrong size.
    if (loaded.preview && loaded.metadata) return
    try {
      const file = await source.preview(imageId, signal)
      // Without metadata the picture is still shown, in its own size.
      const size = await metadata.then(
        ({ Rows: rows, Columns: columns }) => ({ columns, rows }),
        () => undefined,
      )
      const preview = await readPreview(file, size)
      if (!signal.aborted) onPart({ preview })
    } catch {
      return
    }
  }

  const loadPixels = async (shown: Promise<void>) => {
    await Promise.race([shown, wait(headStartMs)])
    signal.throwIfAborted()
    let reported = 0
    // A side marker may be in the overlay only: the full image is not shown without it.
    const planes = metadata.then((known) => loadPlanes(source, imageId, known, { signal }))
    // Its error is thrown below, unless the pixel data fails before.
    planes.catch(() => undefined)
    const bytes = await source.pixels(imageId, {
      signal,
      onProgress: (share) => {
        if (signal.aborted || share < reported + progressStep) return
        reported = share
        onProgress(share)
      },
    })
    const { display, Rows: rows, Columns: columns } = await metadata
    // The server refuses the pixel data of such a file, so this should be unreachable.
    if (!display) throw new Error('an image without a picture')
    const { samples, bits, isSigned, padding, reduction } = display
    const received = { columns, rows, step: 1, ...reduction }
    const shape = { samples, bits, isSigned, padding, ...received }
    const pixels = withPlanes(await preparer.preparePixels(bytes, shape), await planes)
    signal.throwIfAborted()
    onPart({ pixels, fault: undefined })
  }

  const preview = loadPreview()
  const parts =
    isPreviewOnly || loaded.pixels ? [metadata, preview] : [metadata, preview, loadPixels(preview)]
  // All parts are settled before the caller continues with the next image.
  const results = await Promise.allSettled(parts)
  signal.throwIfAborted()
  // The error of the pixel data says more than that of the metadata, so the last one is thrown.
  const failed = results.findLast((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
