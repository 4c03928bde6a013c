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

/** How many columns and rows the pictures of a further page can have. */
const arrangements = [
  [2, 1],
  [2, 2],
  [3, 1],
  [2, 3],
  [3, 2],
] as const

interface Size {
  readonly width: number
  readonly height: number
}

/** The area that pictures fill when each is fitted into its box. */
const sumAreas = (boxes: readonly Rectangle[], sizes: readonly Size[]): number =>
  sizes.reduce((sum, { width, height }, index) => {
    const box = boxes[index] ?? { width: 0, height: 0 }
    const scale = Math.min(box.width / width, box.height / height)
    return sum + width * scale * height * scale
  }, 0)

/**
 * Up to six pictures above the signature, if there is one. Their columns and rows are those in which
 * they are largest: crops of a wide image in two columns, upright radiographs in three.
 */
export function divideFilesPage(
  area: Rectangle,
  { sizes, hasSignature }: { readonly sizes: readonly Size[]; readonly hasSignature: boolean },
): Columns {
  const height = area.height - (hasSignature ? signatureHeight + signatureGap : 0)
  const grids = arrangements
    .filter(([columns, rows]) => columns * rows >= sizes.length)
    .map(([columns, rows]) => grid({ ...area, height }, columns, rows))
    .toSorted((one, other) => sumAreas(other, sizes) - sumAreas(one, sizes))
  return { text: { ...area, height: 0 }, images: grids[0] ?? [] }
}
