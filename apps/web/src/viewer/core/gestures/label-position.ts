import type { Drawing, Point } from '@talus/contract'
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
