import type { ImageCount, PageOrientation } from '../document/index.ts'

/** Px of 1/96 inch, measured from the top left corner of the page. */
export interface Rectangle {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The specification says 1032.3 by 799.2 px, which is 774.225 by 599.4 pt. */
const longSide = 1032.3
const shortSide = 799.2
/** Title, images and text share the height of the page without these two. */
const menuBarHeight = 45
const verticalMargins = 50

const sideMargin = 48
const topMargin = 34
const imageGap = 16
const columnGap = 28

/** The letterhead and the patient block, which the first page begins with. */
export const letterheadHeight = 62
export const patientBlockHeight = 60
export const headerHeight = letterheadHeight + 14 + patientBlockHeight + 20

export const signatureHeight = 76
export const signatureGap = 16

export interface PageFrame {
  readonly width: number
  readonly height: number
  /** The area of title, images and text; its height is the limit of a page. */
  readonly content: Rectangle
  /** The band at the bottom with clinic, patient and page number. */
  readonly footer: Rectangle
}

export function getPageFrame(orientation: PageOrientation): PageFrame {
  const [width, height] =
    orientation === 'landscape' ? [longSide, shortSide] : [shortSide, longSide]
  const contentHeight = height - menuBarHeight - verticalMargins
  return {
    width,
    height,
    content: {
      x: sideMargin,
      top: topMargin,
      width: width - 2 * sideMargin,
      height: contentHeight,
    },
    footer: {
      x: sideMargin,
      top: topMargin + contentHeight,
      width: width - 2 * sideMargin,
      height: menuBarHeight,
    },
  }
}

/** A line of more than some 110 characters is hard to read. */
const longestLine = 744

export interface Columns {
  readonly text: Rectangle
  /** One box for each slot: the picture and its caption. */
  readonly images: readonly Rectangle[]
}

export const grid = (area: Rectangle, columns: number, rows: number): Rectangle[] => {
  const width = (area.width - (columns - 1) * imageGap) / columns
  const height = (area.height - (rows - 1) * imageGap) / rows
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: area.x + (index % columns) * (width + imageGap),
    top: area.top + Math.floor(index / columns) * (height + imageGap),
    width,
    height,
  }))
}

/** Images are left of the text on a landscape page, and above it on a portrait page. */
export function getColumns(
  area: Rectangle,
  imageCount: ImageCount,
  orientation: PageOrientation,
): Columns {
  if (imageCount === 0) {
    return { text: { ...area, width: Math.min(area.width, longestLine) }, images: [] }
  }
  if (orientation === 'landscape') {
    const width = imageCount === 4 ? 580 : 456
    const images = { ...area, width }
    const start = width + columnGap
    return {
      text: { ...area, x: area.x + start, width: area.width - start },
      images: grid(images, imageCount === 4 ? 2 : 1, imageCount === 1 ? 1 : 2),
    }
  }
  const height = imageCount === 1 ? 380 : imageCount === 2 ? 310 : 500
  const images = { ...area, height: Math.min(height, area.height) }
  const start = images.height + columnGap
  return {
    text: { ...area, top: area.top + start, height: Math.max(area.height - start, 0) },
    images: grid(images, imageCount === 1 ? 1 : 2, imageCount === 4 ? 2 : 1),
  }
}
