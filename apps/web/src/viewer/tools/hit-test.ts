import type { Drawing, DrawingStep, HandleName, Point } from '@talus/contract'
import { handleProximity, handlesOf, isLocked, toolOf } from '@talus/measurements'
import type { StepShape } from '@talus/measurements'
import { toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import type { Grip, Press } from './gesture.ts'
import { distance } from './gestures.ts'

/** In screen pixels: a finger hides what it points at. */
export const proximityOf = (kind: Press['kind']): number =>
  kind === 'touch' ? 22 : kind === 'pen' ? 10 : handleProximity

/** From a point to the piece of a line between two others. */
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

/** What a step looks like, as lines on the screen. */
function outline(step: DrawingStep, shape: StepShape, camera: Camera): readonly Point[][] {
  const on = (point: Point) => toScreen(camera, point)
  const { start, middle, end, perpendicularStart, perpendicularEnd } = step.handles
  if (shape === 'freehand') return [(step.points ?? []).map(on)]
  if (!start || !end) return []
  switch (shape) {
    case 'circle': {
      // The camera shows pixels as high as they are in the animal: round there is round here.
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
  toolOf(drawing.tool).steps[step.step - 1]?.shape ?? 'line'

const isFree = (drawing: Drawing, step: DrawingStep) => !isLocked(drawing, step.step)

/** Handles that can be taken, as opposed to words, which are found by the page. */
export const handlesToTake = (drawing: Drawing, step: DrawingStep): readonly HandleName[] =>
  isFree(drawing, step) ? handlesOf(step).filter((name) => name !== 'textBox') : []

interface Found {
  readonly grip: Grip
  readonly away: number
}

const nearest = (found: readonly Found[], within: number): Grip | undefined =>
  found.filter(({ away }) => away <= within).toSorted((a, b) => a.away - b.away)[0]?.grip

/** The nearest handle, also of several drawings that lie close together. */
export function handleAt(
  drawings: readonly Drawing[],
  camera: Camera,
  at: Point,
  within: number,
): Grip | undefined {
  const found = drawings.flatMap((drawing) =>
    drawing.steps.flatMap((step) =>
      handlesToTake(drawing, step).flatMap((handle): Found[] => {
        const point = step.handles[handle]
        if (!point) return []
        const grip = { drawingId: drawing.id, step: step.step, handle }
        return [{ grip, away: distance(at, toScreen(camera, point)) }]
      }),
    ),
  )
  return nearest(found, within)
}

/** The nearest line. Those that are locked can be selected and erased, too. */
export function lineAt(
  drawings: readonly Drawing[],
  camera: Camera,
  at: Point,
  within: number,
): Grip | undefined {
  const found = drawings.flatMap((drawing) =>
    drawing.steps.map((step): Found => {
      const lines = outline(step, shapeOf(drawing, step), camera)
      const away = Math.min(Infinity, ...lines.map((line) => distanceToPath(at, line)))
      return { grip: { drawingId: drawing.id, step: step.step, handle: undefined }, away }
    }),
  )
  return nearest(found, within)
}
