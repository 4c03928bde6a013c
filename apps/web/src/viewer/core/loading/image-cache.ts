import { useEffect, useSyncExternalStore } from 'react'
import type { ImageId } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ImageSource } from '../source.ts'
import {
  abortLoad,
  createEntry,
  estimateBytes,
  loadEntry,
  refreshEntryIdentity,
} from './cache-entry.ts'
import type { CacheEntry } from './cache-entry.ts'
import { createFrameCache } from './frame-cache.ts'
import type { FrameCache } from './frame-cache.ts'
import { emptyLoadedImage } from './image-loader.ts'
import type { LoadedImage } from './image-loader.ts'
import { evict, listPrefetches, sortByDistance } from './load-order.ts'
import { createPreparer } from './preparer.ts'

export type { LoadedImage } from './image-loader.ts'

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
  /** Fetches patient and owner of all loaded images again; rejects if one could not be fetched. */
  readonly refreshIdentity: () => Promise<void>
  /** Frames of multi-frame images, except the first, which is part of the image itself. */
  readonly frames: FrameCache
  readonly stop: () => void
}

export interface ImageCacheOptions {
  /** Budget for pixel data of all levels. Visible images stay even if they exceed it. */
  readonly maxBytes: number
}

const defaults: ImageCacheOptions = { maxBytes: 300_000_000 }

export function createImageCache(
  source: ImageSource,
  { maxBytes }: ImageCacheOptions = defaults,
): ImageCache {
  const preparer = createPreparer()
  // Read at each call: images captured or received while the viewer is open are included.
  const listImageIds = () => source.images.map(({ id }) => id)
  const entries = new Map<ImageId, CacheEntry>()
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

  function getEntry(imageId: ImageId): CacheEntry {
    const known = entries.get(imageId)
    if (known) return known
    const entry = createEntry(imageId)
    entries.set(imageId, entry)
    return entry
  }

  async function load(entry: CacheEntry, isPreviewOnly: boolean) {
    if (await loadEntry(source, preparer, entry, isPreviewOnly)) scheduleLoads()
  }

  function runLoads() {
    isScheduled = false
    if (isStopped) return
    const visible = listVisible()
    for (const entry of visible) {
      if (entry.loading?.isPreviewOnly) abortLoad(entry)
      if (!entry.loading && !entry.hasFailed && !entry.loaded.get().pixels) void load(entry, false)
    }
    const order = listImageIds()
    for (const imageId of order) getEntry(imageId)
    const others = sortByDistance([...entries.values()], order)
    for (const { imageId } of others) frames.drop(imageId)
    frames.resume()
    // Frames of a visible loop have priority over hidden images.
    const kept = evict(visible, others, maxBytes - frames.bytes())
    if (visible.some(({ loading }) => loading)) {
      // A visible image does not share the bandwidth with prefetches.
      for (const entry of others) if (entry.loading) abortLoad(entry)
      return
    }
    for (const { entry, isPreviewOnly } of listPrefetches(others, kept))
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
      abortLoad(entry)
      Object.assign(entry, { hasFailed: false, isPreviewDone: false })
      entry.loaded.set(emptyLoadedImage)
      frames.drop(imageId)
      scheduleLoads()
    },
    refreshIdentity: async () => {
      const known = [...entries.values()].filter(
        ({ loaded, loading }) => loaded.get().metadata || loading,
      )
      await Promise.all(known.map((entry) => refreshEntryIdentity(source, entry)))
    },
    frames,
    stop: () => {
      isStopped = true
      frames.stop()
      for (const entry of entries.values()) abortLoad(entry)
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
