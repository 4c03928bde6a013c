import type {
  Body,
  ImageCount,
  ImageSlot,
  PageOrientation,
  ReportLanguage,
} from '../document/index.ts'
import {
  getColumns,
  getPageFrame,
  headerHeight,
  signatureGap,
  signatureHeight,
} from './page-frame.ts'
import type { Columns, PageFrame, Rectangle } from './page-frame.ts'
import { placeBlocks } from './place-blocks.ts'
import type { PlacedBlock } from './place-blocks.ts'
import { breakText, placeLines } from './place-text.ts'
import type { PlacedLine } from './place-text.ts'
import { textStyles } from './styles.ts'

export interface LayoutOptions {
  readonly orientation: PageOrientation
  readonly language: ReportLanguage
  /** The first page begins with letterhead and patient block. */
  readonly isFirst: boolean
  /** Paragraphs are typed lines: they follow each other without a space between them. */
  readonly hasLines?: boolean
}

export interface PlacedImage {
  readonly index: number
  /** The box of picture and caption. */
  readonly box: Rectangle
  /** The part of the box that the picture must fit in. */
  readonly pictureArea: Rectangle
  /** As if the picture filled its area; `placePicture` moves them below a lower picture. */
  readonly caption: readonly PlacedLine[]
}

export interface PageLayout {
  readonly frame: PageFrame
  readonly title: readonly PlacedLine[]
  readonly blocks: readonly PlacedBlock[]
  readonly images: readonly PlacedImage[]
  readonly textColumn: Rectangle
  readonly signature: Rectangle | null
  /** The height that header, title, images, text and signature need. */
  readonly usedHeight: number
  /** 704.2 px on a landscape page. */
  readonly heightLimit: number
  readonly isOverfull: boolean
}

/** The parts of a page besides its text. */
export interface PageShape {
  readonly title: string
  readonly imageCount: ImageCount
  readonly images: readonly Pick<ImageSlot, 'index' | 'caption'>[]
  readonly hasSpaceForSignature: boolean
  /** Divides the page in another way than by the number of its images. */
  readonly divide?: (area: Rectangle) => Columns
}

function placeImage(box: Rectangle, index: number, captionText: string): PlacedImage {
  const { lineHeight, before } = textStyles.caption
  if (captionText === '') return { index, box, pictureArea: box, caption: [] }
  const broken = breakText(captionText, 'regular', 'caption', box.width)
  const captionHeight = before + broken.lines.length * lineHeight
  const height = Math.max(box.height - captionHeight, 0)
  return {
    index,
    box,
    pictureArea: { ...box, height },
    caption: placeLines(broken, 'caption', box.x, box.top + height + before),
  }
}

/** Every measure of a page, from the text alone: no picture and no browser is needed. */
export function layoutPage(
  page: PageShape & { readonly body: Body },
  options: LayoutOptions,
): PageLayout {
  const { orientation, language, isFirst, hasLines } = options
  const frame = getPageFrame(orientation)
  const { content } = frame
  const limit = content.top + content.height
  let top = content.top + (isFirst ? headerHeight : 0)
  let title: PlacedLine[] = []
  if (page.title !== '') {
    const broken = breakText(page.title, 'bold', 'title', content.width)
    title = placeLines(broken, 'title', content.x, top)
    top += broken.lines.length * textStyles.title.lineHeight + textStyles.title.after
  }
  const area = { ...content, top, height: Math.max(limit - top, 0) }
  const columns = page.divide?.(area) ?? getColumns(area, page.imageCount, orientation)
  const images = columns.images.map((box, index) => {
    const slot = page.images.find((image) => image.index === index)
    return placeImage(box, index, slot?.caption ?? '')
  })
  const blocks = placeBlocks(page.body.content, columns.text, { language, hasLines })
  const textBottom = blocks.at(-1)?.bottom ?? columns.text.top
  const signature = page.hasSpaceForSignature
    ? {
        x: columns.text.x,
        top: Math.max(limit - signatureHeight, textBottom + signatureGap),
        width: Math.min(columns.text.width, 380),
        height: signatureHeight,
      }
    : null
  const bottom = signature ? textBottom + signatureGap + signatureHeight : textBottom
  const imageBottom = Math.max(top, ...images.map(({ box }) => box.top + box.height))
  const usedHeight = Math.max(bottom, imageBottom) - content.top
  return {
    frame,
    title,
    blocks,
    images,
    textColumn: columns.text,
    signature,
    usedHeight,
    heightLimit: content.height,
    isOverfull: usedHeight > content.height + 1e-6,
  }
}

/** Fits a picture into its area, at the top and the left, and its caption directly below. */
export function placePicture(
  { pictureArea, caption }: PlacedImage,
  size: { readonly width: number; readonly height: number },
): { readonly picture: Rectangle; readonly caption: readonly PlacedLine[] } {
  const scale = Math.min(pictureArea.width / size.width, pictureArea.height / size.height)
  const picture = {
    ...pictureArea,
    width: size.width * scale,
    height: size.height * scale,
  }
  const rise = pictureArea.height - picture.height
  return {
    picture,
    caption: caption.map((line) => ({
      ...line,
      top: line.top - rise,
      baseline: line.baseline - rise,
    })),
  }
}
