import { zoomLimits } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import { getRotation } from '../../core/camera/angle.ts'

/** Applies flips and rotation of a view to a vector; `isInverse` undoes them. */
function applyOrientation(viewport: Viewport, { x, y }: Point, isInverse = false): Point {
  const { hflip, vflip } = viewport
  const { cosine, sine: clockwise } = getRotation(viewport)
  const sine = isInverse ? -clockwise : clockwise
  const flip = (point: Point) => ({
    x: hflip ? -point.x : point.x,
    y: vflip ? -point.y : point.y,
  })
  const rotate = (point: Point) => ({
    x: cosine * point.x - sine * point.y,
    y: sine * point.x + cosine * point.y,
  })
  return isInverse ? flip(rotate({ x, y })) : rotate(flip({ x, y }))
}

type Sizes = Pick<MeasuringContext, 'spacing' | 'columns'>

/** Zoom ratio at which both images show the patient in the same size. */
function getZoomRatio(from: Sizes, to: Sizes): number {
  const areBothKnown = from.spacing.unit === 'mm' && to.spacing.unit === 'mm'
  return areBothKnown
    ? to.spacing.column / from.spacing.column
    : from.columns / Math.max(1, to.columns)
}

interface Leader {
  readonly before: Viewport
  readonly after: Viewport
  readonly sizes: Sizes
}

interface Follower {
  readonly viewport: Viewport
  readonly sizes: Sizes
}

/**
 * Computes the view of an image linked to another: the same size of the patient, panned by the same
 * screen distance. Its own offset is kept, because no two radiographs are positioned alike.
 */
export function followViewport({ before, after, sizes }: Leader, follower: Follower): Viewport {
  const { viewport } = follower
  if (after.zoom === null)
    return { ...viewport, zoom: null, shownIn: undefined, pan: { x: 0, y: 0 } }
  const ratio = getZoomRatio(sizes, follower.sizes)
  const zoom = after.zoom * ratio
  const moved = { x: after.pan.x - before.pan.x, y: after.pan.y - before.pan.y }
  const along = applyOrientation(viewport, applyOrientation(after, moved), true)
  return {
    ...viewport,
    zoom: Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom)),
    shownIn: after.shownIn,
    pan: { x: viewport.pan.x + along.x / ratio, y: viewport.pan.y + along.y / ratio },
  }
}
