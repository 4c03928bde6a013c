import { computeRemainder, createDivisor } from './reed-solomon.ts'

/** ISO/IEC 18004, byte mode, error correction level M, versions 1 to 13: up to 331 bytes. */
const checkBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22] as const
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9] as const
const levelBits = 0

/** `true` is a dark module; the first index is the row. */
export type QrModules = readonly (readonly boolean[])[]

interface Grid {
  readonly size: number
  readonly modules: boolean[][]
  /** Modules that have a fixed function and hold no data. */
  readonly fixed: boolean[][]
}

const createMatrix = (size: number) =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => false))

function countDataModules(version: number): number {
  const alignments = Math.floor(version / 7) + 2
  const all = (16 * version + 128) * version + 64
  const alignment = version < 2 ? 0 : (25 * alignments - 10) * alignments - 55
  return all - alignment - (version < 7 ? 0 : 36)
}

const getBlocks = (version: number) => blockCounts[version - 1] ?? 1
const getCheckBytes = (version: number) => checkBytes[version - 1] ?? 0
const getCapacity = (version: number) =>
  Math.floor(countDataModules(version) / 8) - getBlocks(version) * getCheckBytes(version)

/** The drawing of a text as a QR code. @throws if the text is too long. */
export function createQrCode(text: string): QrModules {
  const bytes = new TextEncoder().encode(text)
  const versions = Array.from({ length: checkBytes.length }, (_, index) => index + 1)
  const version = versions.find(
    (one) => getCapacity(one) * 8 >= 4 + (one < 10 ? 8 : 16) + bytes.length * 8,
  )
  if (version === undefined) throw new Error('The text is too long for a QR code.')
  const grid = createGrid(version)
  drawData(grid, addCheckBytes(version, encodeBytes(version, bytes)))
  applyBestMask(grid)
  return grid.modules
}

/** Mode, length and bytes, filled up to the capacity. */
function encodeBytes(version: number, bytes: Uint8Array): number[] {
  const capacity = getCapacity(version) * 8
  const bits = [
    '0100',
    bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0'),
    ...[...bytes].map((byte) => byte.toString(2).padStart(8, '0')),
  ].join('')
  const ended = bits + '0'.repeat(Math.min(4, capacity - bits.length))
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0')
  const data = (whole.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2))
  for (let padding = 0xec; data.length * 8 < capacity; padding ^= 0xec ^ 0x11) data.push(padding)
  return data
}

/** Splits the data into blocks, adds the check bytes of each, and interleaves them. */
function addCheckBytes(version: number, data: readonly number[]): number[] {
  const count = getBlocks(version)
  const check = getCheckBytes(version)
  const total = Math.floor(countDataModules(version) / 8)
  const short = count - (total % count)
  const shortLength = Math.floor(total / count) - check
  const divisor = createDivisor(check)
  let at = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const part = data.slice(at, at + shortLength + (index < short ? 0 : 1))
    at += part.length
    return { part, remainder: computeRemainder(part, divisor) }
  })
  const interleave = (lists: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
  return [
    ...interleave(
      blocks.map(({ part }) => part),
      shortLength + 1,
    ),
    ...interleave(
      blocks.map(({ remainder }) => remainder),
      check,
    ),
  ]
}

function createGrid(version: number): Grid {
  const size = version * 4 + 17
  const grid: Grid = { size, modules: createMatrix(size), fixed: createMatrix(size) }
  for (let index = 0; index < size; index += 1) {
    setFixed(grid, 6, index, index % 2 === 0)
    setFixed(grid, index, 6, index % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquare(grid, x, y, 4, (distance) => distance !== 2 && distance !== 4)
  const places = getAlignments(version, size)
  const last = places.length - 1
  for (const [row, y] of places.entries())
    for (const [column, x] of places.entries()) {
      const isCorner =
        (row === 0 && column === 0) ||
        (row === 0 && column === last) ||
        (row === last && column === 0)
      if (!isCorner) drawSquare(grid, x, y, 2, (distance) => distance !== 1)
    }
  drawFormat(grid, 0)
  drawVersion(grid, version)
  return grid
}

function getAlignments(version: number, size: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)
  return [6, ...rest.toReversed()]
}

function setFixed({ size, modules, fixed }: Grid, x: number, y: number, isDark: boolean) {
  const [row, own] = [modules[y], fixed[y]]
  if (!row || !own || x < 0 || x >= size) return
  row[x] = isDark
  own[x] = true
}

function drawSquare(
  grid: Grid,
  x: number,
  y: number,
  reach: number,
  isDark: (distance: number) => boolean,
) {
  for (let down = -reach; down <= reach; down += 1)
    for (let right = -reach; right <= reach; right += 1)
      setFixed(grid, x + right, y + down, isDark(Math.max(Math.abs(right), Math.abs(down))))
}

/** Level and mask, with a checksum, beside the finder patterns. */
function drawFormat(grid: Grid, mask: number) {
  const { size } = grid
  const data = (levelBits << 3) | mask
  let checksum = data
  for (let step = 0; step < 10; step += 1) checksum = (checksum << 1) ^ ((checksum >>> 9) * 0x537)
  const bits = ((data << 10) | checksum) ^ 0x5412
  const isSet = (index: number) => ((bits >>> index) & 1) === 1
  for (let index = 0; index <= 5; index += 1) setFixed(grid, 8, index, isSet(index))
  setFixed(grid, 8, 7, isSet(6))
  setFixed(grid, 8, 8, isSet(7))
  setFixed(grid, 7, 8, isSet(8))
  for (let index = 9; index < 15; index += 1) setFixed(grid, 14 - index, 8, isSet(index))
  for (let index = 0; index < 8; index += 1) setFixed(grid, size - 1 - index, 8, isSet(index))
  for (let index = 8; index < 15; index += 1) setFixed(grid, 8, size - 15 + index, isSet(index))
  setFixed(grid, 8, size - 8, true)
}

function drawVersion(grid: Grid, version: number) {
  if (version < 7) return
  let checksum = version
  for (let step = 0; step < 12; step += 1) checksum = (checksum << 1) ^ ((checksum >>> 11) * 0x1f25)
  const bits = (version << 12) | checksum
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >>> index) & 1) === 1
    const far = grid.size - 11 + (index % 3)
    const near = Math.floor(index / 3)
    setFixed(grid, far, near, isDark)
    setFixed(grid, near, far, isDark)
  }
}

/** Fills the free modules in two columns at a time, upwards and downwards, from the right. */
function drawData({ size, modules, fixed }: Grid, data: readonly number[]) {
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let vertical = 0; vertical < size; vertical += 1)
      for (const x of [right, right - 1]) {
        const isUpward = ((right + 1) & 2) === 0
        const y = isUpward ? size - 1 - vertical : vertical
        const row = modules[y]
        if (!row || fixed[y]?.[x] || bit >= data.length * 8) continue
        row[x] = (((data[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
        bit += 1
      }
  }
}

const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

function applyMask({ modules, fixed }: Grid, mask: number) {
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (!fixed[y]?.[x]) row[x] = isDark !== (masks[mask]?.(x, y) === 0)
}

/** Every mask is readable; the one with the fewest long runs and blocks is read most reliably. */
function applyBestMask(grid: Grid) {
  const scores = masks.map((_mask, mask) => {
    applyMask(grid, mask)
    drawFormat(grid, mask)
    const score = computePenalty(grid)
    applyMask(grid, mask)
    return score
  })
  const best = scores.indexOf(Math.min(...scores))
  applyMask(grid, best)
  drawFormat(grid, best)
}

function computePenalty({ size, modules }: Grid): number {
  const columns = modules.map((_row, x) => modules.map((row) => row[x] ?? false))
  let penalty = 0
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/gu)) penalty += run.length - 2
    penalty += 40 * (text.match(/(?=00001011101|10111010000)/gu)?.length ?? 0)
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = [
        modules[y]?.[x],
        modules[y - 1]?.[x],
        modules[y]?.[x - 1],
        modules[y - 1]?.[x - 1],
      ]
      if (new Set(dark).size === 1) penalty += 3
    }
  const share = modules.flat().filter(Boolean).length / (size * size)
  return penalty + Math.floor(Math.abs(share - 0.5) * 20) * 10
}
