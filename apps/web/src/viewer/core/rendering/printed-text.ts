interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface PrintedText {
  /** The place of the text in the viewport, in CSS pixels. */
  readonly box: Box
  readonly size: number
  readonly isCentred: boolean
}

const clamp = (value: number, end: number) => Math.max(0, Math.min(value, end))

/**
 * The box of a text that is enlarged to a least size: it grows up and to the right, or to both sides
 * if it is centred, and stays inside of the viewport.
 */
export function enlargeText(
  { box, size, isCentred }: PrintedText,
  leastSize: number,
  viewport: { readonly width: number; readonly height: number },
): Box & { readonly factor: number } {
  const factor = Math.max(1, leastSize / size)
  const [width, height] = [box.width * factor, box.height * factor]
  const left = isCentred ? box.x - (width - box.width) / 2 : box.x
  if (factor === 1) return { ...box, factor }
  return {
    x: clamp(left, viewport.width - width),
    y: clamp(box.y + box.height - height, viewport.height - height),
    width,
    height,
    factor,
  }
}

/** The case report prints a cropped image at least this large, in px of 1/96 inch. */
const printedCrop = { width: 456, height: 360 }
/** 6 pt in px of 1/96 inch: smaller print is not readable. */
const leastPrintedText = 8

/** The size that texts need in a picture, so that they are readable in a case report. */
export const getReadableTextSize = ({ width, height }: Pick<Box, 'width' | 'height'>): number =>
  leastPrintedText * Math.max(width / printedCrop.width, height / printedCrop.height)
