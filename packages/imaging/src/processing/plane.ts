/** Values of a picture, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export const emptyPlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
})

/** Each value the mean of a square of `factor` pixels; what does not fill a square is left off. */
export function reduce(plane: Plane, factor: number): Plane {
  if (factor <= 1) return plane
  const width = Math.max(1, Math.floor(plane.width / factor))
  const height = Math.max(1, Math.floor(plane.height / factor))
  const [across, down] = [Math.min(factor, plane.width), Math.min(factor, plane.height)]
  const reduced = emptyPlane(width, height)
  const { data } = reduced
  const share = 1 / (across * down)
  for (let y = 0; y < height; y += 1) {
    const into = y * width
    for (let line = 0; line < down; line += 1) {
      let from = (y * factor + line) * plane.width
      for (let x = 0; x < width; x += 1) {
        let sum = 0
        for (let step = 0; step < across; step += 1) sum += plane.data[from + step] ?? 0
        data[into + x] = (data[into + x] ?? 0) + sum
        from += factor
      }
    }
    for (let x = 0; x < width; x += 1) data[into + x] = (data[into + x] ?? 0) * share
  }
  return reduced
}

/** By how much a picture is reduced to fit. */
export const factorFor = (width: number, height: number, longestEdge: number) =>
  Math.max(1, Math.ceil(Math.max(width, height) / Math.max(1, longestEdge)))
