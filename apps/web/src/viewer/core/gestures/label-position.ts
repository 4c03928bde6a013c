import type { Drawing, Point } from '@talus/contract'
import { getMeasuredPoints } from '@talus/measurements'
import { getVisibleArea, toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'

/** The point of a drawing beside which its label is shown, unless the user has moved it. */
export function getLabelAnchor({ steps }: Drawing): Point | undefined {
  const last = steps.at(-1)
  if (!last) return undefined
  const { start, middle, end, perpendicularEnd } = last.handles
  return middle ?? perpendicularEnd ?? end ?? start
}

export const getLabelPosition = (drawing: Drawing): Point | undefined =>
  drawing.steps.at(-1)?.handles.textBox ?? getLabelAnchor(drawing)

/** The label of a hidden point would be shown at the edge without any meaning. */
export function isPointVisible(camera: Camera, point: Point): boolean {
  const { left, top, width, height } = getVisibleArea(camera)
  const { x, y } = toScreen(camera, point)
  return (
    x >= 0 &&
    y >= 0 &&
    x <= camera.viewportSize.width &&
    y <= camera.viewportSize.height &&
    (camera.crop === undefined ||
      (point.x >= left && point.y >= top && point.x <= left + width && point.y <= top + height))
  )
}

export const lineHeight = 1.25
const gap = 12

/** Estimated size of the label, precise enough to keep it inside the viewport. */
const estimateSize = (lines: readonly string[], size: number) => ({
  width: Math.max(0, ...lines.map((line) => line.length)) * size * 0.58,
  height: lines.length * size * lineHeight,
})

/** Position on the side of the point that faces away from the rest of the drawing. */
function placeBesidePoint(
  drawing: Drawing,
  camera: Camera,
  at: Point,
  box: ReturnType<typeof estimateSize>,
) {
  const last = drawing.steps.at(-1)
  const points = (last ? getMeasuredPoints(last) : []).map((point) => toScreen(camera, point))
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

/** Screen position of the first line; always inside the viewport. */
export function computeLabelCorner(
  drawing: Drawing,
  camera: Camera,
  lines: readonly string[],
  size: number,
): Point | undefined {
  const position = getLabelPosition(drawing)
  if (!position) return undefined
  const box = estimateSize(lines, size)
  const at = toScreen(camera, position)
  const isMoved = drawing.steps.at(-1)?.handles.textBox !== undefined
  const free =
    drawing.tool === 'marker'
      ? { x: at.x - box.width / 2, y: at.y - box.height / 2 }
      : isMoved
        ? at
        : placeBesidePoint(drawing, camera, at, box)
  const { width, height } = camera.viewportSize
  return {
    x: Math.max(4, Math.min(free.x, width - box.width - 4)),
    y: Math.max(2, Math.min(free.y, height - box.height - 4)) + size,
  }
}
