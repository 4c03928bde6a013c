import { boundsOf, spanOf } from './field.ts'
import type { Field, Rectangle } from './field.ts'
import { takeNegativeLogarithms } from './logarithm.ts'
import { emptyPlane } from './plane.ts'
import type { Plane } from './plane.ts'

/** Counts beyond these hold nothing to be seen: metal below, air above. */
export interface CountLimits {
  readonly lowest: number
  readonly highest: number
}

/** Pixels at the end of a row that are averaged into what continues it. */
const rimPixels = 6

function rimMean(data: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) sum += data[at] ?? 0
  return to > from ? sum / (to - from) : 0
}

/**
 * The attenuation within the field: minus the logarithm of counts, so that bone is high. What the
 * blades cover is continued from the rim: with its own values, each coarse level of the pyramid would
 * see a step there and draw a halo along it.
 */
export function attenuations(
  linear: Plane,
  field: Field,
  { lowest, highest }: CountLimits,
): { readonly plane: Plane; readonly bounds: Rectangle } {
  const bounds = boundsOf(field)
  const plane = emptyPlane(bounds.width, bounds.height)
  const { data } = plane
  let firstFilled = -1
  let lastFilled = -1
  for (let y = 0; y < bounds.height; y += 1) {
    const span = spanOf(field, bounds.y + y)
    const from = Math.max(0, span.from - bounds.x)
    const to = Math.min(bounds.width, span.to - bounds.x)
    const row = y * bounds.width
    if (to <= from) {
      if (lastFilled >= 0)
        data.copyWithin(row, lastFilled * bounds.width, (lastFilled + 1) * bounds.width)
      continue
    }
    const source = (bounds.y + y) * linear.width + bounds.x
    for (let x = from; x < to; x += 1) {
      data[row + x] = Math.min(highest, Math.max(lowest, linear.data[source + x] ?? 0))
    }
    const rim = Math.min(rimPixels, to - from)
    if (from > 0) data.fill(rimMean(data, row + from, row + from + rim), row, row + from)
    if (to < bounds.width)
      data.fill(rimMean(data, row + to - rim, row + to), row + to, row + bounds.width)
    if (firstFilled < 0) firstFilled = y
    lastFilled = y
  }
  for (let y = 0; y < firstFilled; y += 1)
    data.copyWithin(y * bounds.width, firstFilled * bounds.width, (firstFilled + 1) * bounds.width)
  if (firstFilled < 0) data.fill(lowest)
  takeNegativeLogarithms(data)
  return { plane, bounds }
}
