import type { Point, PresentationState, PresentedLine } from '@talus/contract'
import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { fromDisplay } from './displayed-area.ts'
import type { DisplayedArea, PresentedImage } from './displayed-area.ts'
import { listReferencingItems, readLongNumbers } from './referenced-items.ts'

/** More than any reader draws; a hostile file may have millions. */
const [pointsMax, objectsMax, textMax] = [50_000, 2_000, 1024]
/** Points of a circle: the error is below a thousandth of its radius. */
const circlePoints = 96

type Annotations = Pick<PresentationState, 'lines' | 'points' | 'texts' | 'omitted'>

export interface AnnotationContext {
  readonly image: PresentedImage
  readonly area: DisplayedArea
  readonly transformation: Pick<PresentationState, 'rotation' | 'hflip'>
}

/** Undefined in units that need more than an image, such as those of a slide. */
function createConverter(units: string, { area, transformation }: AnnotationContext) {
  if (units === 'PIXEL') return (point: Point) => point
  if (units === 'DISPLAY') return (point: Point) => fromDisplay(point, area, transformation)
  return undefined
}

function toPoints(numbers: readonly number[]): Point[] {
  return Array.from({ length: numbers.length >> 1 }, (_, at) => ({
    x: numbers[2 * at] ?? NaN,
    y: numbers[2 * at + 1] ?? NaN,
  }))
}

const coordinateMax = 1e6
const isShown = ({ x, y }: Point) => Math.abs(x) <= coordinateMax && Math.abs(y) <= coordinateMax

/** An ellipse by its centre and two half axes, which need not be at right angles. */
const createEllipse = (centre: Point, one: Point, other: Point): Point[] =>
  Array.from({ length: circlePoints }, (_, at) => {
    const angle = (2 * Math.PI * at) / circlePoints
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: centre.x + cosine * one.x + sine * other.x,
      y: centre.y + cosine * one.y + sine * other.y,
    }
  })

const half = (from: Point, to: Point) => ({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 })
const middle = (from: Point, to: Point) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })

/** The points of a graphic (PS3.3 C.10.5.1); circles are round on pixels that are not square. */
function tracePoints(type: string, points: readonly Point[], pixelAspect: number): Point[] {
  const [first, second, third, fourth] = points
  if (type === 'CIRCLE' && first && second) {
    const radius = Math.hypot(second.x - first.x, (second.y - first.y) * pixelAspect)
    return createEllipse(first, { x: radius, y: 0 }, { x: 0, y: radius / pixelAspect })
  }
  if (type === 'ELLIPSE' && first && second && third && fourth)
    return createEllipse(middle(first, second), half(first, second), half(third, fourth))
  return type === 'POLYLINE' || type === 'INTERPOLATED' ? [...points] : []
}

const isSame = (one: Point | undefined, other: Point | undefined) =>
  one !== undefined && one.x === other?.x && one.y === other.y

interface Collector {
  readonly found: Annotations & { omitted: number }
  /** Whether another graphic of this many points may be added; counts it if not. */
  readonly reserve: (count: number) => boolean
}

function createCollector(): Collector {
  const found = { lines: [], points: [], texts: [], omitted: 0 }
  let [points, objects] = [0, 0]
  return {
    found,
    reserve: (count) => {
      const isTooMuch = objects >= objectsMax || points + count > pointsMax
      if (isTooMuch) found.omitted += 1
      else [objects, points] = [objects + 1, points + count]
      return !isTooMuch
    },
  }
}

type Frames = Pick<PresentedLine, 'frames'>

function addGraphic(
  item: DataSet,
  frames: Frames,
  context: AnnotationContext,
  { found, reserve }: Collector,
) {
  const convert = createConverter(item.code(tags.graphicUnits), context)
  const type = item.code(tags.graphicType)
  const length = item.element(tags.graphicData)?.length ?? 0
  if (!convert || !reserve(length / 8 + (/^(?:CIRCLE|ELLIPSE)$/u.test(type) ? circlePoints : 0)))
    return
  const given = toPoints(readLongNumbers(item, tags.graphicData, 'Float32')).filter(isShown)
  if (type === 'POINT') {
    for (const point of given.slice(0, 1)) found.points.push({ at: convert(point), ...frames })
    return
  }
  const traced = tracePoints(type, given.map(convert), context.image.pixelAspect)
  if (traced.length < 2) return
  const isClosed = type === 'CIRCLE' || type === 'ELLIPSE' || isSame(traced[0], traced.at(-1))
  const isFilled = isClosed && item.code(tags.graphicFilled) === 'Y'
  found.lines.push({ points: traced, isClosed, isFilled, ...frames })
}

function addText(
  item: DataSet,
  frames: Frames,
  context: AnnotationContext,
  { found, reserve }: Collector,
) {
  const read = (units: number, tag: number) => {
    const [point] = toPoints(readLongNumbers(item, tag, 'Float32'))
    return point && isShown(point) ? createConverter(item.code(units), context)?.(point) : undefined
  }
  const box = read(tags.boundingBoxUnits, tags.boundingBoxTopLeft)
  const anchor = read(tags.anchorPointUnits, tags.anchorPoint)
  const text = item.text(tags.unformattedText).replaceAll(/\r\n?/gu, '\n').slice(0, textMax)
  const at = box ?? anchor
  if (!at || text === '' || !reserve(2)) return
  found.texts.push({ text, at, ...frames })
  if (box && anchor && item.code(tags.anchorPointVisibility) === 'Y')
    found.lines.push({ points: [box, anchor], isClosed: false, isFilled: false, ...frames })
}

/** Reads the graphics and texts of a presentation state for an image (PS3.3 C.10.5). */
export function readAnnotations(state: DataSet, context: AnnotationContext): Annotations {
  const collector = createCollector()
  const { sopInstanceUid } = context.image
  const items = listReferencingItems(state, tags.graphicAnnotationSequence, sopInstanceUid)
  for (const { item, frames } of items) {
    const shownIn: Frames = frames === 'all' ? {} : { frames: [...frames] }
    for (const graphic of item.items(tags.graphicObjectSequence))
      addGraphic(graphic, shownIn, context, collector)
    for (const text of item.items(tags.textObjectSequence))
      addText(text, shownIn, context, collector)
  }
  return collector.found
}
