/** The values of an image, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export const createPlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
})

/**
 * Averages square blocks of `factor` pixels; incomplete blocks at the right and bottom are dropped.
 */
export function downsample(plane: Plane, factor: number): Plane {
  if (factor <= 1) return plane
  const width = Math.max(1, Math.floor(plane.width / factor))
  const height = Math.max(1, Math.floor(plane.height / factor))
  const [across, down] = [Math.min(factor, plane.width), Math.min(factor, plane.height)]
  const reduced = createPlane(width, height)
  const { data } = reduced
  const share = 1 / (across * down)
  for (let y = 0; y < height; y += 1) {
    const target = y * width
    for (let line = 0; line < down; line += 1) {
      let from = (y * factor + line) * plane.width
      for (let x = 0; x < width; x += 1) {
        let sum = 0
        for (let step = 0; step < across; step += 1) sum += plane.data[from + step] ?? 0
        data[target + x] = (data[target + x] ?? 0) + sum
        from += factor
      }
    }
    for (let x = 0; x < width; x += 1) data[target + x] = (data[target + x] ?? 0) * share
  }
  return reduced
}

/** The factor by which an image must be downsampled to fit. */
export const getDownsampleFactor = (width: number, height: number, longestEdge: number) =>
  Math.max(1, Math.ceil(Math.max(width, height) / Math.max(1, longestEdge)))
