import type { ImageId } from '@talus/contract'
import { estimateBytes } from './cache-entry.ts'
import type { CacheEntry } from './cache-entry.ts'

/** Concurrent prefetches: more would slow down the image that the user requests next. */
const maxPrefetches = 2

/** Size of a typical radiograph, used until the real size is known. */
const typicalBytes = 18_000_000

/** Hidden images sorted by their distance to a visible one; the next before the previous one. */
export function sortByDistance(
  entries: readonly CacheEntry[],
  order: readonly ImageId[],
): readonly CacheEntry[] {
  const visibleIndices = entries
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
  return entries
    .filter(({ retainCount }) => retainCount === 0)
    .map((entry) => ({ entry, far: distance(entry.imageId) }))
    .toSorted((one, other) => one.far - other.far)
    .map(({ entry }) => entry)
}

/** Returns the hidden images that fit into the budget, and drops the pixel data of the rest. */
export function evict(
  visible: readonly CacheEntry[],
  others: readonly CacheEntry[],
  maxBytes: number,
): readonly CacheEntry[] {
  // The images of a study have about the same size.
  const known = visible
    .map(({ loaded }) => estimateBytes(loaded.get()))
    .filter((bytes) => bytes !== undefined)
  const expectedBytes = known.length > 0 ? Math.max(...known) : typicalBytes
  let bytesLeft = maxBytes
  for (const { loaded } of visible) bytesLeft -= estimateBytes(loaded.get()) ?? expectedBytes
  const kept: CacheEntry[] = []
  for (const entry of others) {
    bytesLeft -= estimateBytes(entry.loaded.get()) ?? expectedBytes
    if (bytesLeft >= 0) kept.push(entry)
    else if (entry.loaded.get().pixels) entry.loaded.set((now) => ({ ...now, pixels: undefined }))
  }
  return kept
}

/** The next images to prefetch: the nearest ones whole, then all previews, then the rest. */
export function listPrefetches(others: readonly CacheEntry[], kept: readonly CacheEntry[]) {
  const isNew = ({ loading, hasFailed }: CacheEntry) => !loading && !hasFailed
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
  return next.slice(0, Math.max(0, maxPrefetches - busy))
}
