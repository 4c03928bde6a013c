/** What can be shown or encoded: rows of 8-bit greys, or of red, green and blue. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

/** How much of which source places makes up each target place. */
function shares(from: number, to: number) {
  const scale = from / to
  return Array.from({ length: to }, (_, place) => {
    const start = place * scale
    const end = Math.min(from, start + scale)
    return { start, end, first: Math.floor(start), last: Math.min(from, Math.ceil(end)) }
  })
}

const overlap = (place: number, start: number, end: number) =>
  Math.min(place + 1, end) - Math.max(place, start)

/**
 * Made smaller until no edge is longer than `longestEdge`, never larger. Each new pixel is the mean of
 * the area it covers: skipping pixels instead would turn a grid or a fine trabecula into moiré.
 */
export function shrink(picture: Picture, longestEdge: number): Picture {
  const scale = longestEdge / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const { channels, data } = picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const small = new Uint8Array(width * height * channels)
  const columns = shares(picture.width, width)
  const column = new Float32Array(picture.width * channels)
  for (const [y, { start, end, first, last }] of shares(picture.height, height).entries()) {
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
