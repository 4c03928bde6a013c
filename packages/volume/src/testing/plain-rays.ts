import type { Vector } from '@talus/contract'
import type { RayView } from '../rays/cast-rays.ts'
import type { SmallVolume } from '../rays/small-volume.ts'
import type { TransferTable } from '../rays/transfer-table.ts'
import { move } from '../vectors.ts'

const clamp = (value: number, lowest: number, highest: number) =>
  Math.max(lowest, Math.min(highest, value))

/** The steps of a ray inside the clipping box. */
function findSteps({ step, lowest, highest }: RayView, start: Vector): readonly [number, number] {
  let [enter, leave] = [0, 1e9]
  for (const axis of [0, 1, 2] as const) {
    if (step[axis] === 0) {
      if (start[axis] < lowest[axis] || start[axis] > highest[axis]) return [0, -1]
      continue
    }
    const ends = [lowest[axis], highest[axis]].map((end) => (end - start[axis]) / step[axis])
    enter = Math.max(enter, Math.min(...ends))
    leave = Math.min(leave, Math.max(...ends))
  }
  return leave >= enter ? [Math.ceil(enter), Math.floor(leave)] : [0, -1]
}

/** The value and the gradient of the cell at a place, without any leap. */
function sample({ columns, rows, cells }: SmallVolume, [x, y, z]: Vector) {
  const low = [Math.floor(x), Math.floor(y), Math.floor(z)] as const
  const part = [x - low[0], y - low[1], z - low[2]] as const
  const read = (i: number, j: number, k: number) =>
    cells[((low[2] + k) * rows + low[1] + j) * columns + low[0] + i] ?? 0
  let value = 0
  const gradient = [0, 0, 0]
  for (const k of [0, 1])
    for (const j of [0, 1])
      for (const i of [0, 1]) {
        const shares = [
          i ? part[0] : 1 - part[0],
          j ? part[1] : 1 - part[1],
          k ? part[2] : 1 - part[2],
        ]
        const [a, b, c] = [shares[0] ?? 0, shares[1] ?? 0, shares[2] ?? 0]
        const cell = read(i, j, k)
        value += cell * a * b * c
        gradient[0] = (gradient[0] ?? 0) + (i ? 1 : -1) * cell * b * c
        gradient[1] = (gradient[1] ?? 0) + (j ? 1 : -1) * cell * a * c
        gradient[2] = (gradient[2] ?? 0) + (k ? 1 : -1) * cell * a * b
      }
  return { value, gradient }
}

/** The colour of each ray with floating point, without leaps over blocks. */
export function castPlainly(
  volume: SmallVolume,
  view: RayView,
  { numbers }: TransferTable,
): number[] {
  return Array.from({ length: view.width * view.height }).flatMap((_, pixel) => {
    const [c, r] = [pixel % view.width, Math.floor(pixel / view.width)]
    const start = move(move(view.start, view.right, c), view.down, r)
    const [first, last] = findSteps(view, start)
    let opacity = 0
    const colour = [0, 0, 0]
    for (let step = first; step <= last && opacity <= 0.97; step += 1) {
      const at = move(start, view.step, step)
      const inside: Vector = [
        clamp(at[0], view.lowest[0], view.highest[0]),
        clamp(at[1], view.lowest[1], view.highest[1]),
        clamp(at[2], view.lowest[2], view.highest[2]),
      ]
      const { value, gradient } = sample(volume, inside)
      const cell = Math.floor(value)
      const alpha = numbers[cell] ?? 0
      if (alpha <= 0) continue
      const scaled = gradient.map((part, axis) => part * (view.gradient[axis] ?? 1))
      const length = Math.hypot(...scaled) + 0.001
      const towards =
        -scaled.reduce((sum, part, axis) => sum + part * (view.light[axis] ?? 0), 0) / length
      const light = towards < 0 ? -0.3 * towards : towards
      const share = alpha * (1 - opacity)
      for (const part of [0, 1, 2])
        colour[part] =
          (colour[part] ?? 0) +
          (numbers[256 * (part + 1) + cell] ?? 0) * (0.35 + 0.65 * light) * share
      opacity += share
    }
    return [...colour.map((part) => Math.min(255, Math.floor(part))), 255]
  })
}
