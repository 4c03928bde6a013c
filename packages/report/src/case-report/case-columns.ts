import { grid, signatureGap, signatureHeight } from '../layout/index.ts'
import type { Columns, Rectangle } from '../layout/index.ts'

/** The first page shows two pictures in a row, in two rows at most. */
export const firstPagePictures = 4
/** The specification says six further pictures on a page. */
export const furtherPagePictures = 6

const picturesWidth = 456
const columnGap = 28

/** Large pictures are as wide as on the first page: two beside each other. */
export const largePagePictures = 2

/** Text on the left, in lines that are easy to read, and pictures on the right. */
export function divideFirstPage(area: Rectangle, pictures: number): Columns {
  const text = { ...area, width: area.width - picturesWidth - columnGap }
  const beside = { ...area, x: text.x + text.width + columnGap, width: picturesWidth }
  return { text, images: grid(beside, pictures === 1 ? 1 : 2, pictures > 2 ? 2 : 1) }
}

/** Six pictures or two large ones, above the signature if the page has one. */
export function divideFilesPage(
  area: Rectangle,
  { isLarge, hasSignature }: { readonly isLarge: boolean; readonly hasSignature: boolean },
): Columns {
  const height = area.height - (hasSignature ? signatureHeight + signatureGap : 0)
  const [columns, rows] = isLarge ? [largePagePictures, 1] : [3, 2]
  return { text: { ...area, height: 0 }, images: grid({ ...area, height }, columns, rows) }
}
