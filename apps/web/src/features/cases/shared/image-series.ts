import type { Image } from '@talus/contract'

type SeriesImage = Pick<Image, 'id' | 'modality' | 'seriesInstanceUID'>

/** Whether an image is a slice of a CT or MR series. */
export const isSlice = (image: Pick<Image, 'modality'> | undefined): boolean =>
  image?.modality === 'CT' || image?.modality === 'MR'

/**
 * Groups the slices of each CT and MR series, in the order of their first image. Each other image is
 * a group of its own, also in a series: a radiograph is chosen and judged alone.
 */
export function groupSeries<Item>(
  items: readonly Item[],
  getImage: (item: Item) => SeriesImage | undefined,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const [index, item] of items.entries()) {
    const image = getImage(item)
    const key =
      image && isSlice(image) ? `series ${image.seriesInstanceUID}` : `item ${String(index)}`
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
