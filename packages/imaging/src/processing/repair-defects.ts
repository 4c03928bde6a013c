import type { DefectMap } from './raw-frame.ts'

/** The nearest good line on either side; a line at the edge has only one. */
function findGoodNeighbours(line: number, bad: ReadonlySet<number>, count: number) {
  let [before, after] = [line - 1, line + 1]
  while (bad.has(before)) before -= 1
  while (bad.has(after)) after += 1
  const hasBefore = before >= 0
  const hasAfter = after < count
  if (!hasBefore && !hasAfter) return undefined
  if (!hasBefore) return { before: after, after, share: 0 }
  if (!hasAfter) return { before, after: before, share: 0 }
  return { before, after, share: (line - before) / (after - before) }
}

/**
 * Interpolates linearly between the good lines on either side. `step` goes along a line, `stride`
 * across.
 */
function repairLines(
  values: Float32Array,
  lines: readonly number[],
  { count, length, step, stride }: { count: number; length: number; step: number; stride: number },
): void {
  const bad = new Set(lines)
  for (const line of lines) {
    const neighbours = findGoodNeighbours(line, bad, count)
    if (!neighbours) continue
    const { before, after, share } = neighbours
    for (let along = 0; along < length; along += 1) {
      const [from, to] = [
        values[before * stride + along * step] ?? 0,
        values[after * stride + along * step] ?? 0,
      ]
      values[line * stride + along * step] = from + (to - from) * share
    }
  }
}

const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/**
 * The weighted mean of pairs of good neighbours on opposite sides; pairs with similar values weigh
 * most. They are similar along an edge but not across it, so that a bone cortex of one pixel is
 * preserved. /
 */
function repairPixel(
  values: Float32Array,
  isBad: ReadonlySet<number>,
  at: number,
  width: number,
  height: number,
): void {
  const [x, y] = [at % width, Math.floor(at / width)]
  const isGood = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && !isBad.has(row * width + column)
  let [sum, weights] = [0, 0]
  for (let distance = 1; distance <= 4 && weights === 0; distance += 1)
    for (const [dx, dy] of directions) {
      const [right, down] = [dx * distance, dy * distance]
      if (!isGood(x - right, y - down) || !isGood(x + right, y + down)) continue
      const one = values[at - down * width - right] ?? 0
      const other = values[at + down * width + right] ?? 0
      const mean = (one + other) / 2
      const weight = 1 / (Math.abs(one - other) + 0.002 * mean + 0.5) ** 2
      sum += mean * weight
      weights += weight
    }
  // In a corner or a cluster of defects there is no pair: the mean of the good pixels nearby is
  // used.
  const farthest = 8
  for (let reach = 1; weights === 0 && reach <= farthest; reach += 1)
    for (let row = y - reach; row <= y + reach; row += 1)
      for (let column = x - reach; column <= x + reach; column += 1)
        if (isGood(column, row)) {
          sum += values[row * width + column] ?? 0
          weights += 1
        }
  if (weights > 0) values[at] = sum / weights
}

/** Repairs the defects of a corrected frame, in place. */
export function repairDefects(
  values: Float32Array,
  width: number,
  height: number,
  defects: DefectMap,
): void {
  const { rows, columns, pixels } = defects
  const isBad = new Set(pixels)
  // Columns first: they are the common defect, and a bad row then crosses repaired columns.
  repairLines(values, columns, { count: width, length: height, step: width, stride: 1 })
  repairLines(values, rows, { count: height, length: width, step: 1, stride: width })
  for (const at of pixels) repairPixel(values, isBad, at, width, height)
}
