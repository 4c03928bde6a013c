/** The number of thumbnails, and the quality of their JPEG. */
export const thumbnailCount = 24
export const thumbnailQuality = 0.8

/** Slices evenly spaced over the stack, the first and the last included; all if there are fewer. */
export function listThumbnailSlices(count: number): readonly number[] {
  if (count <= thumbnailCount) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: thumbnailCount }, (_, index) =>
    Math.round((index * (count - 1)) / (thumbnailCount - 1)),
  )
}

/** The thumbnail whose slice is nearest to the visible one. */
export const findNearestThumbnail = (slices: readonly number[], slice: number): number =>
  slices.reduce(
    (best, one, index) =>
      Math.abs(one - slice) < Math.abs((slices[best] ?? 0) - slice) ? index : best,
    0,
  )
