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

/** The small pictures beside a large one that has no other large one beside it. */
export const besideLargePicture = 4

interface FilesPage {
  /** The number of large pictures, which come first. */
  readonly large: number
  readonly hasSignature: boolean
}

/** Six pictures, two large ones, or one large and four others, above the signature if there is one. */
export function divideFilesPage(area: Rectangle, { large, hasSignature }: FilesPage): Columns {
  const height = area.height - (hasSignature ? signatureHeight + signatureGap : 0)
  const text = { ...area, height: 0 }
  if (large === 0) return { text, images: grid({ ...area, height }, 3, 2) }
  const halves = grid({ ...area, height }, largePagePictures, 1)
  if (large > 1) return { text, images: halves }
  return { text, images: halves.flatMap((half, index) => (index === 0 ? half : grid(half, 2, 2))) }
}
