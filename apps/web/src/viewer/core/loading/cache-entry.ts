import type { ImageId } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ImageSource } from '../source.ts'
import { emptyLoadedImage, loadImage } from './image-loader.ts'
import type { LoadedImage } from './image-loader.ts'
import type { Preparer } from './preparer.ts'

/** An image of the cache and the state of its loading. */
export interface CacheEntry {
  readonly imageId: ImageId
  readonly loaded: Store<LoadedImage>
  /** A store of its own because it changes a hundred times and only the progress bar needs it. */
  readonly progress: Store<number>
  /** Number of viewports that show the image. */
  retainCount: number
  /** Whether the last load failed; it is only repeated on request. */
  hasFailed: boolean
  /** Whether preview and metadata were requested; the preview may still be missing. */
  isPreviewDone: boolean
  loading: { readonly stop: AbortController; readonly isPreviewOnly: boolean } | undefined
}

export const createEntry = (imageId: ImageId): CacheEntry => ({
  imageId,
  loaded: createStore(emptyLoadedImage),
  progress: createStore(0),
  retainCount: 0,
  hasFailed: false,
  isPreviewDone: false,
  loading: undefined,
})

/** Size of an image with all its smaller levels, relative to the image alone. */
const levelsFactor = 4 / 3

/** Memory of the image with its levels; undefined until its size is known. */
export function estimateBytes({ pixels, metadata }: LoadedImage): number | undefined {
  if (pixels) return pixels.bytes
  if (!metadata?.display) return undefined
  const { samples, bits, reduction } = metadata.display
  const { rows = metadata.Rows, columns = metadata.Columns } = reduction ?? {}
  return rows * columns * samples * (bits / 8) * levelsFactor
}

/** Loads the missing parts of an entry; false if the load was aborted meanwhile. */
export async function loadEntry(
  source: ImageSource,
  preparer: Preparer,
  entry: CacheEntry,
  isPreviewOnly: boolean,
): Promise<boolean> {
  const stop = new AbortController()
  const loading = { stop, isPreviewOnly }
  entry.loading = loading
  entry.progress.set(0)
  const onPart = (part: Partial<LoadedImage>) => {
    if (entry.loading === loading) entry.loaded.set((now) => ({ ...now, ...part }))
  }
  const onProgress = (share: number) => {
    if (entry.loading === loading) entry.progress.set(share)
  }
  try {
    const settings = { isPreviewOnly, signal: stop.signal, onPart, onProgress }
    await loadImage(source, preparer, entry.imageId, entry.loaded.get(), settings)
  } catch (fault) {
    if (entry.loading === loading) {
      entry.hasFailed = true
      onProgress(0)
      onPart({ fault })
    }
  }
  if (entry.loading !== loading) return false
  entry.loading = undefined
  entry.isPreviewDone = true
  return true
}

export function abortLoad(entry: CacheEntry) {
  const { loading } = entry
  entry.loading = undefined
  loading?.stop.abort()
  entry.progress.set(0)
}

/** Replaces patient and owner only: the pixel data that is loaded belongs to the other values. */
export async function refreshEntryIdentity(source: ImageSource, entry: CacheEntry): Promise<void> {
  const { PatientName, PatientID, ResponsiblePerson, PatientSpeciesDescription } =
    await source.metadata(entry.imageId)
  const identity = { PatientName, PatientID, ResponsiblePerson, PatientSpeciesDescription }
  entry.loaded.set((now) =>
    now.metadata ? { ...now, metadata: { ...now.metadata, ...identity } } : now,
  )
}
