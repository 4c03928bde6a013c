import type { Drawing, Point } from '@talus/contract'
import { anchorsOf } from '@talus/measurements'
import { cropped, toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'

/** The point of a drawing beside which its words stand, while nobody has put them elsewhere. */
export function anchorOfWords({ steps }: Drawing): Point | undefined {
  const last = steps.at(-1)
  if (!last) return undefined
  const { start, middle, end, perpendicularEnd } = last.handles
  return middle ?? perpendicularEnd ?? end ?? start
}

export const placeOfWords = (drawing: Drawing): Point | undefined =>
  drawing.steps.at(-1)?.handles.textBox ?? anchorOfWords(drawing)

/** Words of a point that is not shown would stand at the edge and mean nothing. */
export function isShown(camera: Camera, point: Point): boolean {
  const { left, top, width, height } = cropped(camera)
  const { x, y } = toScreen(camera, point)
  return (
    x >= 0 &&
    y >= 0 &&
    x <= camera.cell.width &&
    y <= camera.cell.height &&
    (camera.crop === undefined ||
      (point.x >= left && point.y >= top && point.x <= left + width && point.y <= top + height))
  )
}

export const lineHeight = 1.25
const gap = 12

/** As wide as its longest line, or a little wider: good enough to keep it in the cell. */
const sizeOf = (lines: readonly string[], size: number) => ({
  width: Math.max(0, ...lines.map((line) => line.length)) * size * 0.58,
  height: lines.length * size * lineHeight,
})

/** On the side of its point that looks away from the rest of the drawing, so that it hides nothing of it. */
function besidePoint(drawing: Drawing, camera: Camera, at: Point, box: ReturnType<typeof sizeOf>) {
  const last = drawing.steps.at(-1)
  const points = (last ? anchorsOf(last) : []).map((point) => toScreen(camera, point))
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(1, points.length),
    y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length),
  }
  const isLeft = at.x < middle.x - 1
  const isBelow = at.y > middle.y + 1
  return {
    x: isLeft ? at.x - gap - box.width : at.x + gap,
    y: isBelow ? at.y + gap / 2 : at.y - gap / 2 - box.height,
  }
}

/** The start of the first line, on the screen. Always inside of the cell. */
export function cornerOfWords(
  drawing: Drawing,
  camera: Camera,
  lines: readonly string[],
  size: number,
): Point | undefined {
  const place = placeOfWords(drawing)
  if (!place) return undefined
  const box = sizeOf(lines, size)
  const at = toScreen(camera, place)
  const isMoved = drawing.steps.at(-1)?.handles.textBox !== undefined
  const free =
    drawing.tool === 'marker'
      ? { x: at.x - box.width / 2, y: at.y - box.height / 2 }
      : isMoved
        ? at
        : besidePoint(drawing, camera, at, box)
  const { width, height } = camera.cell
  return {
    x: Math.max(4, Math.min(free.x, width - box.width - 4)),
    y: Math.max(2, Math.min(free.y, height - box.height - 4)) + size,
  }
}
