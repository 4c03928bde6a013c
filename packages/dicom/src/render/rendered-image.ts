/** A rendered 8-bit image, grey or RGB, row by row. */
export interface RenderedImage {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

/** The range of source pixels that each target pixel covers. */
function computeSourceRanges(from: number, to: number) {
  const scale = from / to
  return Array.from({ length: to }, (_, target) => {
    const start = target * scale
    const end = Math.min(from, start + scale)
    return { start, end, first: Math.floor(start), last: Math.min(from, Math.ceil(end)) }
  })
}

const overlap = (pixel: number, start: number, end: number) =>
  Math.min(pixel + 1, end) - Math.max(pixel, start)

/**
 * Shrinks an image until no edge is longer than `longestEdge`; never enlarges it. Each new pixel is
 * the mean of the area it covers: skipping pixels would turn a grid or fine trabeculae into moiré.
 * /
 */
export function shrinkImage(image: RenderedImage, longestEdge: number): RenderedImage {
  const scale = longestEdge / Math.max(image.width, image.height)
  if (scale >= 1) return image
  const { channels, data } = image
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const small = new Uint8Array(width * height * channels)
  const columns = computeSourceRanges(image.width, width)
  const column = new Float32Array(image.width * channels)
  const rows = computeSourceRanges(image.height, height)
  for (const [y, { start, end, first, last }] of rows.entries()) {
    column.fill(0)
    for (let row = first; row < last; row++) {
      const share = overlap(row, start, end)
      const offset = row * column.length
      for (let at = 0; at < column.length; at++) {
        column[at] = (column[at] ?? 0) + share * (data[offset + at] ?? 0)
      }
    }
    for (const [x, across] of columns.entries()) {
      const area = (across.end - across.start) * (end - start)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0
        for (let from = across.first; from < across.last; from++) {
          const share = overlap(from, across.start, across.end)
          sum += share * (column[from * channels + channel] ?? 0)
        }
        small[(y * width + x) * channels + channel] = Math.round(sum / area)
      }
    }
  }
  return { width, height, channels, data: small }
}
