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

function countsOf(cells: Cells): { readonly counts: Uint32Array; readonly first: number } {
  const size = cells.BYTES_PER_ELEMENT === 2 ? 65_536 : 256
  const isSigned = cells instanceof Int16Array || cells instanceof Int8Array
  const first = isSigned ? -size / 2 : 0
  const counts = new Uint32Array(size)
  for (let at = 0; at < cells.length; at++) {
    const place = (cells[at] as number) - first
    counts[place] = (counts[place] as number) + 1
  }
  return { counts, first }
}

/** The first and the last that is there, if any is. */
function endsOf(counts: Uint32Array): readonly [low: number, high: number] | undefined {
  const low = counts.findIndex((count) => count > 0)
  return low < 0 ? undefined : [low, counts.findLastIndex((count) => count > 0)]
}

/** A number that so many of the pixels share was not measured: unexposed, or overexposed. */
const pileShare = 0.01

/** Without a lowest and a highest number that pile up: the black around a field would be half of it. */
function quantilesOf(counts: Uint32Array, [low, high]: readonly [number, number], pile: number) {
  const isPiled = (place: number) => high > low + 1 && (counts[place] ?? 0) > pile
  const from = isPiled(low) ? low + 1 : low
  const to = isPiled(high) ? high - 1 : high
  let total = 0
  for (let place = from; place <= to; place++) total += counts[place] as number
  const quantiles: number[] = []
  let seen = 0
  for (let place = from; place <= to; place++) {
    seen += counts[place] as number
    while (quantiles.length < 100 && seen > (quantiles.length / 100) * total) quantiles.push(place)
  }
  while (quantiles.length < 101) quantiles.push(to)
  return quantiles
}

/** Extremes and quantiles; what `padding` names counts for the extremes of the numbers only. */
export function statisticsOf(
  cells: Cells,
  padding?: readonly [number, number],
): Pick<GreyPixels, 'lowest' | 'highest' | 'exposed' | 'quantiles'> {
  const { counts, first } = countsOf(cells)
  const all = endsOf(counts) ?? [-first, -first]
  if (padding) counts.fill(0, Math.max(0, padding[0] - first), padding[1] - first + 1)
  const exposed = endsOf(counts) ?? all
  return {
    lowest: all[0] + first,
    highest: all[1] + first,
    exposed: { lowest: exposed[0] + first, highest: exposed[1] + first },
    quantiles: quantilesOf(counts, exposed, cells.length * pileShare).map((place) => place + first),
  }
}

export function greyPixels(bytes: ArrayBuffer, shape: PixelShape): GreyPixels {
  const cells = cellsOf(bytes, shape)
  const { columns, rows } = shape
  const levels = levelsOf({ columns, rows, stepX: 1, stepY: 1, cells })
  return {
    kind: 'grey',
    levels,
    ...statisticsOf(cells, shape.padding),
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
