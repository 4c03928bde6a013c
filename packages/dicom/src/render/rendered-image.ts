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
 * Scales an image to a size. A pixel of a smaller image is the mean of the area it covers: skipping
 * pixels would turn a grid or fine trabeculae into moiré. A larger image is interpolated. /
 */
export function resizeImage(image: RenderedImage, width: number, height: number): RenderedImage {
  const shrunk = shrinkTo(image, Math.min(width, image.width), Math.min(height, image.height))
  return enlargeTo(shrunk, width, height)
}

function shrinkTo(image: RenderedImage, width: number, height: number): RenderedImage {
  if (width === image.width && height === image.height) return image
  const { channels, data } = image
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

/** The two source pixels around each target pixel, and the share of the second. */
function computeNeighbours(from: number, to: number) {
  return Array.from({ length: to }, (_, target) => {
    const at = Math.min(from - 1, Math.max(0, ((target + 0.5) * from) / to - 0.5))
    const first = Math.floor(at)
    return { first, second: Math.min(from - 1, first + 1), share: at - first }
  })
}

function enlargeTo(image: RenderedImage, width: number, height: number): RenderedImage {
  if (width === image.width && height === image.height) return image
  const { channels, data } = image
  const large = new Uint8Array(width * height * channels)
  const columns = computeNeighbours(image.width, width)
  const line = new Float32Array(image.width * channels)
  for (const [y, down] of computeNeighbours(image.height, height).entries()) {
    const [above, below] = [down.first * line.length, down.second * line.length]
    for (let at = 0; at < line.length; at++) {
      const value = data[above + at] as number
      line[at] = value + down.share * ((data[below + at] as number) - value)
    }
    let to = y * width * channels
    for (const { first, second, share } of columns) {
      for (let channel = 0; channel < channels; channel++, to++) {
        const value = line[first * channels + channel] as number
        const next = line[second * channels + channel] as number
        large[to] = Math.round(value + share * (next - value))
      }
    }
  }
  return { width, height, channels, data: large }
}
