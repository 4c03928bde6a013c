import type { Cells, GreyPixels, Level, PixelShape } from './pixels.ts'

// Every index in here is inside its array; asking each time whether it is costs a third of the time.

const emptyLike = (cells: Cells, length: number): Cells => {
  if (cells instanceof Uint16Array) return new Uint16Array(length)
  if (cells instanceof Int16Array) return new Int16Array(length)
  return cells instanceof Uint8Array ? new Uint8Array(length) : new Int8Array(length)
}

/** The numbers of an image, in the bytes as they came where they are aligned. */
export function cellsOf(bytes: ArrayBuffer, { bits, isSigned, columns, rows }: PixelShape): Cells {
  const length = columns * rows
  if (bytes.byteLength < (length * bits) / 8) throw new Error('fewer pixels than announced')
  if (bits === 8)
    return isSigned ? new Int8Array(bytes, 0, length) : new Uint8Array(bytes, 0, length)
  return isSigned ? new Int16Array(bytes, 0, length) : new Uint16Array(bytes, 0, length)
}

/** Half as large: each pixel is the mean of four, so that fine lines do not flicker. */
export function halved({ columns, rows, stepX, stepY, cells }: Level): Level {
  const width = Math.ceil(columns / 2)
  const height = Math.ceil(rows / 2)
  const means = emptyLike(cells, width * height)
  const pairs = columns >> 1
  for (let row = 0; row < height; row++) {
    let upper = 2 * row * columns
    let lower = 2 * row + 1 < rows ? upper + columns : upper
    let at = row * width
    for (let pair = 0; pair < pairs; pair++, upper += 2, lower += 2, at++) {
      const sum =
        (cells[upper] as number) +
        (cells[upper + 1] as number) +
        (cells[lower] as number) +
        (cells[lower + 1] as number)
      means[at] = (sum + 2) >> 2
    }
    if (pairs < width) means[at] = ((cells[upper] as number) + (cells[lower] as number) + 1) >> 1
  }
  return { columns: width, rows: height, stepX: stepX * 2, stepY: stepY * 2, cells: means }
}

/** Smaller than this is small on every screen. */
const smallest = 192

export function levelsOf(whole: Level): readonly Level[] {
  const levels = [whole]
  let last = whole
  while (Math.max(last.columns, last.rows) > smallest) {
    last = halved(last)
    levels.push(last)
  }
  return levels
}

/** A value that so many of a hundred pixels share was not measured: unexposed, or overexposed. */
const pileShare = 0.01

/**
 * Extremes and quantiles. The quantiles leave out a lowest and a highest value that pile up: the black
 * around a collimated field would otherwise be half of the picture.
 */
export function statisticsOf(cells: Cells): Pick<GreyPixels, 'lowest' | 'highest' | 'quantiles'> {
  const is16 = cells.BYTES_PER_ELEMENT === 2
  const size = is16 ? 65_536 : 256
  const isSigned = cells instanceof Int16Array || cells instanceof Int8Array
  const first = isSigned ? -size / 2 : 0
  const counts = new Uint32Array(size)
  for (let at = 0; at < cells.length; at++) {
    const place = (cells[at] as number) - first
    counts[place] = (counts[place] as number) + 1
  }
  let low = 0
  while (low < size - 1 && counts[low] === 0) low++
  let high = size - 1
  while (high > low && counts[high] === 0) high--

  const pile = cells.length * pileShare
  const isPiled = (place: number) => high > low && (counts[place] ?? 0) > pile
  const from = isPiled(low) ? low + 1 : low
  const to = isPiled(high) ? high - 1 : high
  let total = 0
  for (let place = from; place <= to; place++) total += counts[place] as number
  const quantiles: number[] = []
  let seen = 0
  for (let place = from; place <= to && quantiles.length < 100; place++) {
    seen += counts[place] as number
    while (quantiles.length < 100 && seen > (quantiles.length / 100) * total)
      quantiles.push(place + first)
  }
  while (quantiles.length < 101) quantiles.push(Math.max(from, to) + first)
  return { lowest: low + first, highest: high + first, quantiles }
}

export function greyPixels(bytes: ArrayBuffer, shape: PixelShape): GreyPixels {
  const cells = cellsOf(bytes, shape)
  const { columns, rows } = shape
  const levels = levelsOf({ columns, rows, stepX: 1, stepY: 1, cells })
  return {
    kind: 'grey',
    levels,
    ...statisticsOf(cells),
    bytes: levels.reduce((sum, level) => sum + level.cells.byteLength, 0),
  }
}

/** Red, green and blue, as a canvas wants them. */
export function withOpacity(colours: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const count = Math.floor(colours.length / 3)
  const shown = new Uint8ClampedArray(4 * count)
  for (let at = 0, from = 0; at < shown.length; at += 4, from += 3) {
    shown[at] = colours[from] as number
    shown[at + 1] = colours[from + 1] as number
    shown[at + 2] = colours[from + 2] as number
    shown[at + 3] = 255
  }
  return shown
}
