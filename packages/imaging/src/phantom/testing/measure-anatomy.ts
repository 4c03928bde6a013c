import type { SimulatedFrame } from '../frame.ts'

/**
 * The share of anatomy in the middle of the collimated field: counts below those of direct
 * exposure. The field is narrow compared with the panel in an image of a cat's joint.
 */
export function measureAnatomy({
  data,
  width,
  height,
  detector,
  collimation,
}: SimulatedFrame): number {
  const [first, , opposite] = collimation
  if (!first || !opposite) return 0
  const listValues = (share: number) => {
    const values: number[] = []
    const inset = (1 - share) / 2
    const [left, right] = [inset, 1 - inset].map((t) => first.x + (opposite.x - first.x) * t)
    const [top, bottom] = [inset, 1 - inset].map((t) => first.y + (opposite.y - first.y) * t)
    for (let y = Math.max(0, Math.ceil(top ?? 0)); y < Math.min(height, bottom ?? 0); y++)
      for (let x = Math.max(0, Math.ceil(left ?? 0)); x < Math.min(width, right ?? 0); x++) {
        const i = y * width + x
        values.push((data[i] ?? 0) - (detector.offset[i] ?? 0))
      }
    return Float64Array.from(values)
  }
  const all = listValues(0.9).toSorted()
  // The brightest percent, because single pixels are defective.
  const open = all[Math.floor(all.length * 0.99)] ?? 0
  const inner = listValues(0.5)
  return inner.filter((value) => value > 15 && value < 0.85 * open).length / inner.length
}
