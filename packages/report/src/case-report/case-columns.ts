import { grid, signatureGap, signatureHeight } from '../layout/index.ts'
import type { Columns, Rectangle } from '../layout/index.ts'

/** The first page shows two pictures in a row, in two rows at most. */
export const firstPagePictures = 4
/** The specification says six further pictures on a page. */
export const furtherPagePictures = 6

const picturesWidth = 456
const columnGap = 28

/** Text on the left, in lines that are easy to read, and pictures on the right. */
export function divideFirstPage(area: Rectangle, pictures: number): Columns {
  const text = { ...area, width: area.width - picturesWidth - columnGap }
  const beside = { ...area, x: text.x + text.width + columnGap, width: picturesWidth }
  return { text, images: grid(beside, pictures === 1 ? 1 : 2, pictures > 2 ? 2 : 1) }
}

/** Six pictures, above the signature if the page has one. */
export function divideFilesPage(area: Rectangle, hasSignature: boolean): Columns {
  const height = area.height - (hasSignature ? signatureHeight + signatureGap : 0)
  return { text: { ...area, height: 0 }, images: grid({ ...area, height }, 3, 2) }
}
