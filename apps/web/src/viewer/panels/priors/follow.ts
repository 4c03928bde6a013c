import { zoomLimits } from '@talus/contract'
import type { Point, Viewport } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'

/** Turns a step in the image as it is shown into one on the screen; `isBack` undoes it. */
function asSeen({ hflip, vflip, rotation }: Viewport, { x, y }: Point, isBack = false): Point {
  const angle = ((isBack ? -rotation : rotation) * Math.PI) / 180
  const [cosine, sine] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))]
  const mirror = (point: Point) => ({
    x: hflip ? -point.x : point.x,
    y: vflip ? -point.y : point.y,
  })
  const turn = (point: Point) => ({
    x: cosine * point.x - sine * point.y,
    y: sine * point.x + cosine * point.y,
  })
  return isBack ? mirror(turn({ x, y })) : turn(mirror({ x, y }))
}

type Sizes = Pick<MeasuringContext, 'spacing' | 'columns'>

/** By how much more one image must be enlarged for both to show the animal in one size. */
function ratioOf(from: Sizes, to: Sizes): number {
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
 * The view of an image that goes along with another one: the same size of the animal, moved by the same
 * way on the screen. Where it stood before is kept, as two radiographs are never taken alike.
 */
export function followed({ before, after, sizes }: Leader, follower: Follower): Viewport {
  const { viewport } = follower
  if (after.zoom === null) return { ...viewport, zoom: null, pan: { x: 0, y: 0 } }
  const ratio = ratioOf(sizes, follower.sizes)
  const wanted = after.zoom * ratio
  const moved = { x: after.pan.x - before.pan.x, y: after.pan.y - before.pan.y }
  const along = asSeen(viewport, asSeen(after, moved), true)
  return {
    ...viewport,
    zoom: Math.min(zoomLimits.max, Math.max(zoomLimits.min, wanted)),
    pan: { x: viewport.pan.x + along.x / ratio, y: viewport.pan.y + along.y / ratio },
  }
}
