/**
 * The depths at which rays enter and leave one body, within its box of the image. Parts of one body
 * widen the same interval, so that an overlap is not counted twice. /
 */
export interface RayIntervals {
  readonly x0: number
  readonly y0: number
  readonly width: number
  readonly height: number
  readonly near: Float32Array
  readonly far: Float32Array
  /** `far` is the sum of the lengths in all parts, for rays that cross a body more than once. */
  readonly summed: boolean
}

export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const emptyBox: Box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
export const unionBoxes = (a: Box, b: Box): Box => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

/** The part of a box inside the image, in whole pixels; undefined if there is none. */
export function clipBox(box: Box, width: number, height: number): Box | undefined {
  const x0 = Math.max(0, Math.floor(box.x0))
  const y0 = Math.max(0, Math.floor(box.y0))
  const x1 = Math.min(width, Math.ceil(box.x1) + 1)
  const y1 = Math.min(height, Math.ceil(box.y1) + 1)
  return x1 > x0 && y1 > y0 ? { x0, y0, x1, y1 } : undefined
}

/** A reused buffer: allocating one for each bone would take most of the time. */
export class RayIntervalBuffer {
  private near = new Float32Array(0)
  private far = new Float32Array(0)

  open(box: Box, summed: boolean): RayIntervals {
    const width = box.x1 - box.x0
    const height = box.y1 - box.y0
    const size = width * height
    if (this.near.length < size) {
      this.near = new Float32Array(size)
      this.far = new Float32Array(size)
    }
    const near = this.near.subarray(0, size)
    const far = this.far.subarray(0, size)
    near.fill(summed ? 0 : Infinity)
    far.fill(summed ? 0 : -Infinity)
    return { x0: box.x0, y0: box.y0, width, height, near, far, summed }
  }
}
