import type { Rectangle } from './field.ts'

/** A narrow rim stays, so that one sees that the blades were in the picture. */
const rim = 0.01
/** Cutting off less is not worth that images of one study differ in size. */
const leastGain = 0.05

interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint16Array
  /** Upright, around the exposed field. */
  readonly field: Rectangle
}

export interface Cropped {
  readonly width: number
  readonly height: number
  readonly data: Uint16Array
  /** Where its first pixel lies in the whole picture. */
  readonly origin: { readonly x: number; readonly y: number }
}

/**
 * What the blades left open: all around it is black in the picture, and takes room on the screen, on
 * the disk and on the way. The raw frame keeps everything.
 */
export function croppedToField({ width, height, data, field }: Picture): Cropped {
  const margin = Math.ceil(rim * Math.max(field.width, field.height))
  const x = Math.max(0, field.x - margin)
  const y = Math.max(0, field.y - margin)
  const right = Math.min(width, field.x + field.width + margin)
  const bottom = Math.min(height, field.y + field.height + margin)
  const [columns, rows] = [right - x, bottom - y]
  if (columns < 1 || rows < 1 || columns * rows > (1 - leastGain) * width * height)
    return { width, height, data, origin: { x: 0, y: 0 } }
  const cropped = new Uint16Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const start = (y + row) * width + x
    cropped.set(data.subarray(start, start + columns), row * columns)
  }
  return { width: columns, height: rows, data: cropped, origin: { x, y } }
}
