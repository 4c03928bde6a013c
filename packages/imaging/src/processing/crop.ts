import type { Rectangle } from './field.ts'

/** A narrow margin remains, so that the collimation is visible. */
const marginShare = 0.01
/** Cropping less than this share is not worth different image sizes within a study. */
const minCrop = 0.05

interface ImageWithField {
  readonly width: number
  readonly height: number
  readonly data: Uint16Array
  /** The bounding box of the exposed field. */
  readonly field: Rectangle
  /** The part of an incomplete frame that did not arrive; at the bottom. */
  readonly missing?: Rectangle | undefined
}

export interface CroppedImage {
  readonly width: number
  readonly height: number
  readonly data: Uint16Array
  /** Position of its first pixel in the whole image. */
  readonly origin: { readonly x: number; readonly y: number }
}

/**
 * Crops an image to the exposed field: the collimated area is black and would waste screen, disk
 * and bandwidth. A missing part stays, because its blackness shows how much of the animal is not in
 * the image. The raw frame stays complete.
 */
export function cropToField(image: ImageWithField): CroppedImage {
  const { width, height, data, field, missing } = image
  const margin = Math.ceil(marginShare * Math.max(field.width, field.height))
  const x = Math.max(0, field.x - margin)
  const y = Math.max(0, field.y - margin)
  const right = Math.min(width, field.x + field.width + margin)
  const bottom = missing ? height : Math.min(height, field.y + field.height + margin)
  const [columns, rows] = [right - x, bottom - y]
  if (columns < 1 || rows < 1 || columns * rows > (1 - minCrop) * width * height)
    return { width, height, data, origin: { x: 0, y: 0 } }
  const cropped = new Uint16Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const start = (y + row) * width + x
    cropped.set(data.subarray(start, start + columns), row * columns)
  }
  return { width: columns, height: rows, data: cropped, origin: { x, y } }
}
