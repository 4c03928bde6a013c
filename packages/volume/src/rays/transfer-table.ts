import type { VolumePreset } from '../presets/volume-presets.ts'

/** Opacity of one step and colour of each of the 256 cells of a small volume. */
export interface TransferTable {
  /** 4 × 256 numbers: opacity 0 to 1, then red, green and blue 0 to 255. */
  readonly numbers: Float32Array<ArrayBuffer>
  /** The lowest cell that is not transparent; 256 if nothing is visible. */
  readonly lowestVisible: number
}

export interface ValueRange {
  /** Modality values of cell 1 and cell 255 of the copy. */
  readonly lowest: number
  readonly highest: number
}

/** `step` is the length of a step of a ray in millimetres. */
export function createTransferTable(
  { points }: VolumePreset,
  { lowest, highest }: ValueRange,
  step: number,
): TransferTable {
  const numbers = new Float32Array(4 * 256)
  let lowestVisible = 256
  // Cell 0 is no measurement and stays transparent.
  for (let cell = 1; cell < 256; cell += 1) {
    const value = lowest + ((highest - lowest) * (cell - 1)) / 254
    const after = points.findIndex((point) => point.value >= value)
    const to = points[after === -1 ? points.length - 1 : after]
    const from = after > 0 ? points[after - 1] : to
    if (!from || !to || after === 0) continue
    const share = to.value > from.value ? (value - from.value) / (to.value - from.value) : 1
    const mix = (one: number, other: number) => one + Math.min(1, share) * (other - one)
    const opacity = mix(from.opacity, to.opacity)
    numbers[cell] = 1 - (1 - opacity) ** step
    for (let part = 0; part < 3; part += 1)
      numbers[256 * (part + 1) + cell] = mix(from.colour[part] ?? 0, to.colour[part] ?? 0)
    if (opacity > 0 && lowestVisible === 256) lowestVisible = cell
  }
  return { numbers, lowestVisible }
}
