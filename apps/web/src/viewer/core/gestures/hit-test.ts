import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { closePath, handleProximity, listHandleNames, isLocked, getTool } from '@talus/measurements'
import type { StepShape } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { Grip, PointerInput } from './gesture-types.ts'
import { distance } from './view-transforms.ts'

/** Hit distance in screen pixels, larger for touch. */
export const getProximity = (kind: PointerInput['kind']): number =>
  kind === 'touch' ? 22 : kind === 'pen' ? 10 : handleProximity

/** Distance from a point to a line segment. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const size = dx * dx + dy * dy
  const share = size === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / size
  const along = Math.min(1, Math.max(0, share))
  return distance(point, { x: a.x + along * dx, y: a.y + along * dy })
}

const distanceToPath = (point: Point, path: readonly Point[]): number =>
  Math.min(
    ...path.slice(1).map((to, index) => distanceToSegment(point, path[index] ?? to, to)),
    Infinity,
  )

const ring = (points: number, at: (angle: number) => Point): Point[] =>
  Array.from({ length: points + 1 }, (_, index) => at((index / points) * 2 * Math.PI))

/** Outline of a step as polylines on the screen. */
function outline(step: DrawingStep, shape: StepShape, camera: Camera): readonly Point[][] {
  const on = (point: Point) => toScreen(camera, point)
  const { start, middle, end, perpendicularStart, perpendicularEnd } = step.handles
  if (shape === 'freehand') return [(step.points ?? []).map(on)]
  if (shape === 'outline') return [closePath(step.points ?? []).map(on)]
  if (!start || !end) return []
  switch (shape) {
    case 'circle': {
      // The camera corrects the pixel aspect, so a true circle is round on the screen.
      const [centre, rim] = [on(start), on(end)]
      const radius = distance(centre, rim)
      return [
        ring(48, (angle) => ({
          x: centre.x + radius * Math.cos(angle),
          y: centre.y + radius * Math.sin(angle),
        })),
      ]
    }
    case 'ellipse': {
      const centre = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
      return [
        ring(48, (angle) =>
          on({
            x: centre.x + ((end.x - start.x) / 2) * Math.cos(angle),
            y: centre.y + ((end.y - start.y) / 2) * Math.sin(angle),
          }),
        ),
      ]
    }
    case 'rectangle':
      return [[start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }, start].map(on)]
    case 'angle':
      return middle ? [[start, middle, end].map(on)] : []
    case 'crossedLines':
      return [
        [start, end].map(on),
        ...(perpendicularStart && perpendicularEnd
          ? [[perpendicularStart, perpendicularEnd].map(on)]
          : []),
      ]
    default:
      return [[start, end].map(on)]
  }
}

const shapeOf = (drawing: Drawing, step: DrawingStep): StepShape =>
  getTool(drawing.tool).steps[step.step - 1]?.shape ?? 'line'

const isFree = (drawing: Drawing, step: DrawingStep) => !isLocked(drawing, step.step)

/** Handles that can be dragged; labels are not included because the DOM finds them. */
export const listFreeHandles = (drawing: Drawing, step: DrawingStep): readonly HandleName[] =>
  isFree(drawing, step) ? listHandleNames(step).filter((name) => name !== 'textBox') : []

interface Hit {
  readonly grip: Grip
  readonly distanceTo: number
}

const pickNearest = (found: readonly Hit[], within: number): Grip | undefined =>
  found
    .filter(({ distanceTo }) => distanceTo <= within)
    .toSorted((a, b) => a.distanceTo - b.distanceTo)[0]?.grip

/** The nearest handle of all drawings. */
export function findHandle(
  drawings: readonly Drawing[],
  camera: Camera,
  at: Point,
  within: number,
): Grip | undefined {
  const found = drawings.flatMap((drawing) =>
    drawing.steps.flatMap((step) =>
      listFreeHandles(drawing, step).flatMap((handle): Hit[] => {
        const point = step.handles[handle]
        if (!point) return []
        const grip = { drawingId: drawing.id, step: step.step, handle }
        return [{ grip, distanceTo: distance(at, toScreen(camera, point)) }]
      }),
    ),
  )
  return pickNearest(found, within)
}

/** The nearest line. Locked steps are included, because they can be selected and erased. */
export function findLine(
  drawings: readonly Drawing[],
  camera: Camera,
  at: Point,
  within: number,
): Grip | undefined {
  const found = drawings.flatMap((drawing) =>
    drawing.steps.map((step): Hit => {
      const lines = outline(step, shapeOf(drawing, step), camera)
      const distanceTo = Math.min(Infinity, ...lines.map((line) => distanceToPath(at, line)))
      return { grip: { drawingId: drawing.id, step: step.step, handle: undefined }, distanceTo }
    }),
  )
  return pickNearest(found, within)
}
