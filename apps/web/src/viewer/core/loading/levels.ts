import type { PixelValues, GreyPixels, ImageLevel, PixelShape } from './pixels.ts'

// Every index in this file is inside its array; bounds checks would cost a third of the time.

const createEmptyLike = (values: PixelValues, length: number): PixelValues => {
  if (values instanceof Uint16Array) return new Uint16Array(length)
  if (values instanceof Int16Array) return new Int16Array(length)
  return values instanceof Uint8Array ? new Uint8Array(length) : new Int8Array(length)
}

/** Views the received bytes as stored values, without copying. */
export function readPixelValues(
  bytes: ArrayBuffer,
  { bits, isSigned, columns, rows }: PixelShape,
): PixelValues {
  const length = columns * rows
  if (bytes.byteLength < (length * bits) / 8) throw new Error('fewer pixels than announced')
  if (bits === 8)
    return isSigned ? new Int8Array(bytes, 0, length) : new Uint8Array(bytes, 0, length)
  return isSigned ? new Int16Array(bytes, 0, length) : new Uint16Array(bytes, 0, length)
}

/** Halves the size: each pixel is the mean of four, so that fine lines do not flicker. */
export function halveLevel({ columns, rows, stepX, stepY, values }: ImageLevel): ImageLevel {
  const width = Math.ceil(columns / 2)
  const height = Math.ceil(rows / 2)
  const means = createEmptyLike(values, width * height)
  const pairs = columns >> 1
  for (let row = 0; row < height; row++) {
    let upper = 2 * row * columns
    let lower = 2 * row + 1 < rows ? upper + columns : upper
    let at = row * width
    for (let pair = 0; pair < pairs; pair++, upper += 2, lower += 2, at++) {
      const sum =
        (values[upper] as number) +
        (values[upper + 1] as number) +
        (values[lower] as number) +
        (values[lower + 1] as number)
      means[at] = (sum + 2) >> 2
    }
    if (pairs < width) means[at] = ((values[upper] as number) + (values[lower] as number) + 1) >> 1
  }
  return { columns: width, rows: height, stepX: stepX * 2, stepY: stepY * 2, values: means }
}

/** No level needs to be smaller than this, in pixels. */
const smallest = 192

export function createLevels(fullImage: ImageLevel): readonly ImageLevel[] {
  const levels = [fullImage]
  let last = fullImage
  while (Math.max(last.columns, last.rows) > smallest) {
    last = halveLevel(last)
    levels.push(last)
  }
  return levels
}

function countValues(values: PixelValues): {
  readonly counts: Uint32Array
  readonly first: number
} {
  const size = values.BYTES_PER_ELEMENT === 2 ? 65_536 : 256
  const isSigned = values instanceof Int16Array || values instanceof Int8Array
  const first = isSigned ? -size / 2 : 0
  const counts = new Uint32Array(size)
  for (let at = 0; at < values.length; at++) {
    const index = (values[at] as number) - first
    counts[index] = (counts[index] as number) + 1
  }
  return { counts, first }
}

/** The first and the last value that occurs, if any does. */
function findExtremes(counts: Uint32Array): readonly [low: number, high: number] | undefined {
  const low = counts.findIndex((count) => count > 0)
  return low < 0 ? undefined : [low, counts.findLastIndex((count) => count > 0)]
}

/** An extreme value shared by this many pixels was not measured: unexposed or overexposed. */
const pileShare = 0.01

/** Ignores frequent extreme values: the black around the field would be half of all pixels. */
function computeQuantiles(
  counts: Uint32Array,
  [low, high]: readonly [number, number],
  pile: number,
) {
  const isFrequent = (index: number) => high > low + 1 && (counts[index] ?? 0) > pile
  const from = isFrequent(low) ? low + 1 : low
  const to = isFrequent(high) ? high - 1 : high
  let total = 0
  for (let index = from; index <= to; index++) total += counts[index] as number
  const quantiles: number[] = []
  let seen = 0
  for (let index = from; index <= to; index++) {
    seen += counts[index] as number
    while (quantiles.length < 100 && seen > (quantiles.length / 100) * total) quantiles.push(index)
  }
  while (quantiles.length < 101) quantiles.push(to)
  return quantiles
}

/** Extremes and quantiles; values in the `padding` range only count for `lowest` and `highest`. */
export function computeStatistics(
  values: PixelValues,
  padding?: readonly [number, number],
): Pick<GreyPixels, 'lowest' | 'highest' | 'exposed' | 'quantiles'> {
  const { counts, first } = countValues(values)
  const all = findExtremes(counts) ?? [-first, -first]
  if (padding) counts.fill(0, Math.max(0, padding[0] - first), padding[1] - first + 1)
  const exposed = findExtremes(counts) ?? all
  return {
    lowest: all[0] + first,
    highest: all[1] + first,
    exposed: { lowest: exposed[0] + first, highest: exposed[1] + first },
    quantiles: computeQuantiles(counts, exposed, values.length * pileShare).map(
      (index) => index + first,
    ),
  }
}

export function createGreyPixels(bytes: ArrayBuffer, shape: PixelShape): GreyPixels {
  const values = readPixelValues(bytes, shape)
  const { columns, rows, step } = shape
  const levels = createLevels({ columns, rows, stepX: step, stepY: step, values })
  return {
    kind: 'grey',
    levels,
    ...computeStatistics(values, shape.padding),
    bytes: levels.reduce((sum, level) => sum + level.values.byteLength, 0),
  }
}

/** Converts RGB to RGBA for a canvas. */
export function toRgba(colours: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const count = Math.floor(colours.length / 3)
  const rgba = new Uint8ClampedArray(4 * count)
  for (let at = 0, from = 0; at < rgba.length; at += 4, from += 3) {
    rgba[at] = colours[from] as number
    rgba[at + 1] = colours[from + 1] as number
    rgba[at + 2] = colours[from + 2] as number
    rgba[at + 3] = 255
  }
  return rgba
}
