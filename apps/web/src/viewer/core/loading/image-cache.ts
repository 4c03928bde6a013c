import { useEffect, useSyncExternalStore } from 'react'
import type { ImageId } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ViewerSource } from '../../model.ts'
import { createFrameCache } from './frame-cache.ts'
import type { FrameCache } from './frame-cache.ts'
import { emptyLoadedImage, loadImage } from './image-loader.ts'
import type { LoadedImage } from './image-loader.ts'
import { createPreparer } from './preparer.ts'

export type { LoadedImage } from './image-loader.ts'

interface Entry {
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

/** Loads the visible images first, then prefetches the others within the memory budget. */
export interface ImageCache {
  readonly getImage: (imageId: ImageId) => Store<LoadedImage>
  /** Loaded share of the full image, from 0 to 1. */
  readonly getProgress: (imageId: ImageId) => Store<number>
  /** Starts to load an image that will be visible in a moment. */
  readonly load: (imageId: ImageId) => void
  /** Marks an image as visible until the returned function is called. */
  readonly retain: (imageId: ImageId) => () => void
  readonly retry: (imageId: ImageId) => void
  /** Drops an image that was processed again, and reloads it if it is visible. */
  readonly refresh: (imageId: ImageId) => void
  /** Frames of multi-frame images, except the first, which is part of the image itself. */
  readonly frames: FrameCache
  readonly stop: () => void
}

export interface ImageCacheOptions {
  /** Budget for pixel data of all levels. Visible images stay even if they exceed it. */
  readonly maxBytes: number
}

const defaults: ImageCacheOptions = { maxBytes: 300_000_000 }

/** Concurrent prefetches: more would slow down the image that the user requests next. */
const maxPrefetches = 2

/** Size of an image with all its smaller levels, relative to the image alone. */
const levelsFactor = 4 / 3

/** Size of a typical radiograph, used until the real size is known. */
const typicalBytes = 18_000_000

function estimateBytes({ pixels, metadata }: LoadedImage): number | undefined {
  if (pixels) return pixels.bytes
  if (!metadata?.display) return undefined
  const { samples, bits } = metadata.display
  return metadata.Rows * metadata.Columns * samples * (bits / 8) * levelsFactor
}

export function createImageCache(
  source: ViewerSource,
  { maxBytes }: ImageCacheOptions = defaults,
): ImageCache {
  const preparer = createPreparer()
  // Read at each call: images captured or received while the viewer is open are included.
  const listImageIds = () => source.images.map(({ id }) => id)
  const entries = new Map<ImageId, Entry>()
  let isStopped = false
  let isScheduled = false

  const listVisible = () => [...entries.values()].filter(({ retainCount }) => retainCount > 0)
  const frames = createFrameCache({
    source,
    preparer,
    getFirstFrame: (imageId) => {
      const { metadata, pixels } = getEntry(imageId).loaded.get()
      return metadata && pixels && { metadata, pixels }
    },
    getAvailableBytes: () =>
      listVisible().reduce(
        (bytes, { loaded }) => bytes - (estimateBytes(loaded.get()) ?? 0),
        maxBytes,
      ),
  })

  function getEntry(imageId: ImageId): Entry {
    const known = entries.get(imageId)
    if (known) return known
    const entry: Entry = {
      imageId,
      loaded: createStore(emptyLoadedImage),
      progress: createStore(0),
      retainCount: 0,
      hasFailed: false,
      isPreviewDone: false,
      loading: undefined,
    }
    entries.set(imageId, entry)
    return entry
  }

  async function load(entry: Entry, isPreviewOnly: boolean) {
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
      const settings = {
        isPreviewOnly,
        signal: stop.signal,
        onPart,
        onProgress,
      }
      await loadImage(source, preparer, entry.imageId, entry.loaded.get(), settings)
    } catch (fault) {
      if (entry.loading === loading) {
        entry.hasFailed = true
        onProgress(0)
        onPart({ fault })
      }
    }
    if (entry.loading !== loading) return
    entry.loading = undefined
    entry.isPreviewDone = true
    scheduleLoads()
  }

  function abort(entry: Entry) {
    const { loading } = entry
    entry.loading = undefined
    loading?.stop.abort()
    entry.progress.set(0)
  }

  /** Hidden images sorted by their distance to a visible one; the next before the previous one. */
  function listHiddenByDistance(): readonly Entry[] {
    const order = listImageIds()
    const visibleIndices = [...entries.values()]
      .filter(({ retainCount }) => retainCount > 0)
      .map(({ imageId }) => order.indexOf(imageId))
      .filter((index) => index >= 0)
    const distance = (imageId: ImageId) => {
      const index = order.indexOf(imageId)
      if (index < 0) return Infinity
      const distances = visibleIndices.map((shown) =>
        index > shown ? index - shown : shown - index + 0.5,
      )
      return Math.min(Infinity, ...distances)
    }
    for (const imageId of order) getEntry(imageId)
    return [...entries.values()]
      .filter(({ retainCount }) => retainCount === 0)
      .map((entry) => ({ entry, far: distance(entry.imageId) }))
      .toSorted((one, other) => one.far - other.far)
      .map(({ entry }) => entry)
  }

  /** Returns the hidden images that fit into the budget, and drops the pixel data of the rest. */
  function evict(others: readonly Entry[]): readonly Entry[] {
    const visible = listVisible()
    // The images of a study have about the same size.
    const known = visible
      .map(({ loaded }) => estimateBytes(loaded.get()))
      .filter((bytes) => bytes !== undefined)
    const expectedBytes = known.length > 0 ? Math.max(...known) : typicalBytes
    // Frames of a visible loop have priority over hidden images.
    let bytesLeft = maxBytes - frames.bytes()
    for (const { loaded } of visible) bytesLeft -= estimateBytes(loaded.get()) ?? expectedBytes
    const kept: Entry[] = []
    for (const entry of others) {
      bytesLeft -= estimateBytes(entry.loaded.get()) ?? expectedBytes
      if (bytesLeft >= 0) kept.push(entry)
      else if (entry.loaded.get().pixels) entry.loaded.set((now) => ({ ...now, pixels: undefined }))
    }
    return kept
  }

  function runLoads() {
    isScheduled = false
    if (isStopped) return
    const visible = listVisible()
    for (const entry of visible) {
      if (entry.loading?.isPreviewOnly) abort(entry)
      if (!entry.loading && !entry.hasFailed && !entry.loaded.get().pixels) void load(entry, false)
    }
    const others = listHiddenByDistance()
    for (const { imageId } of others) frames.drop(imageId)
    frames.resume()
    const kept = evict(others)
    if (visible.some(({ loading }) => loading)) {
      // A visible image does not share the bandwidth with prefetches.
      for (const entry of others) if (entry.loading) abort(entry)
      return
    }
    const isNew = ({ loading, hasFailed }: Entry) => !loading && !hasFailed
    const light = others.filter((entry) => isNew(entry) && !entry.isPreviewDone)
    const whole = kept.filter((entry) => isNew(entry) && !entry.loaded.get().pixels)
    const nearest = whole.slice(0, maxPrefetches)
    const next = [
      ...nearest.map((entry) => ({ entry, isPreviewOnly: false })),
      ...light
        .filter((entry) => !nearest.includes(entry))
        .map((entry) => ({ entry, isPreviewOnly: true })),
      ...whole.slice(maxPrefetches).map((entry) => ({ entry, isPreviewOnly: false })),
    ]
    const busy = others.filter(({ loading }) => loading).length
    for (const { entry, isPreviewOnly } of next.slice(0, Math.max(0, maxPrefetches - busy)))
      void load(entry, isPreviewOnly)
  }

  /** Deferred and run once: a viewport that is moved releases and retains in the same tick. */
  function scheduleLoads() {
    if (isScheduled || isStopped) return
    isScheduled = true
    setTimeout(runLoads)
  }

  return {
    getImage: (imageId) => getEntry(imageId).loaded,
    getProgress: (imageId) => getEntry(imageId).progress,
    load: (imageId) => {
      const entry = getEntry(imageId)
      if (!entry.loading && !entry.loaded.get().pixels) void load(entry, false)
    },
    retain: (imageId) => {
      const entry = getEntry(imageId)
      entry.retainCount += 1
      // A prefetch that failed is repeated when the image becomes visible.
      if (entry.retainCount === 1 && entry.hasFailed) {
        entry.hasFailed = false
        entry.loaded.set((now) => ({ ...now, fault: undefined }))
      }
      scheduleLoads()
      return () => {
        entry.retainCount -= 1
        scheduleLoads()
      }
    },
    retry: (imageId) => {
      const entry = getEntry(imageId)
      entry.hasFailed = false
      entry.loaded.set((now) => ({ ...now, fault: undefined }))
      scheduleLoads()
    },
    refresh: (imageId) => {
      const entry = getEntry(imageId)
      abort(entry)
      Object.assign(entry, { hasFailed: false, isLightDone: false })
      entry.loaded.set(emptyLoadedImage)
      frames.drop(imageId)
      scheduleLoads()
    },
    frames,
    stop: () => {
      isStopped = true
      frames.stop()
      for (const entry of entries.values()) abort(entry)
      preparer.stop()
    },
  }
}

const emptyStore = createStore(emptyLoadedImage)

/** The image of a viewport; it is retained while the viewport is mounted. */
export function useLoadedImage(imageCache: ImageCache, imageId: ImageId | undefined): LoadedImage {
  useEffect(
    () => (imageId === undefined ? undefined : imageCache.retain(imageId)),
    [imageCache, imageId],
  )
  const store = imageId === undefined ? emptyStore : imageCache.getImage(imageId)
  return useSyncExternalStore(store.subscribe, store.get)
}
