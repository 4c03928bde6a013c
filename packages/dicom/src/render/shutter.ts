import type { DataSet } from '../read/data-set.ts'
import type { ImageDescription } from '../read/image.ts'
import { tags } from '../read/tags.ts'
import { findFunctionalGroup } from './modality-lut.ts'

/**
 * An area outside of which the image is covered. Coordinates are in pixels of the image, and the
 * centre of the first pixel is at 0.5. /
 */
export type ShutterShape =
  | {
      readonly kind: 'rectangle'
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
    }
  /** The radius is in widths of a pixel: on pixels that are not square it is an ellipse. */
  | { readonly kind: 'circle'; readonly x: number; readonly y: number; readonly radius: number }
  | { readonly kind: 'polygon'; readonly points: readonly (readonly [x: number, y: number])[] }

/** The display shutter of an image (PS3.3 C.7.6.11). */
export interface Shutter {
  /** A pixel is shown if it is inside of all of them. */
  readonly shapes: readonly ShutterShape[]
  /** The grey level of the covered pixels, from 0 to 255. */
  readonly grey: number
  /** The group of the overlay plane whose bits cover pixels (C.7.6.15). */
  readonly overlayGroup: number | undefined
}

/** More vertices than any collimator has would take minutes to fill. */
const verticesMax = 1024

function readRectangle(dataSet: DataSet): ShutterShape | undefined {
  const left = dataSet.number(tags.shutterLeftVerticalEdge)
  const right = dataSet.number(tags.shutterRightVerticalEdge)
  const top = dataSet.number(tags.shutterUpperHorizontalEdge)
  const bottom = dataSet.number(tags.shutterLowerHorizontalEdge)
  if (left === undefined || right === undefined || top === undefined || bottom === undefined)
    return undefined
  // Columns and rows count from 1, and those of the edges are shown.
  return { kind: 'rectangle', left: left - 1, top: top - 1, right, bottom }
}

function readCircle(dataSet: DataSet): ShutterShape | undefined {
  const [row = NaN, column = NaN] = dataSet.numbers(tags.centerOfCircularShutter)
  const radius = dataSet.number(tags.radiusOfCircularShutter) ?? 0
  if (!Number.isFinite(row) || !Number.isFinite(column) || radius <= 0) return undefined
  return { kind: 'circle', x: column - 0.5, y: row - 0.5, radius }
}

function readPolygon(dataSet: DataSet): ShutterShape | undefined {
  const numbers = dataSet.numbers(tags.verticesOfPolygonalShutter)
  if (!numbers.every((value) => Number.isFinite(value))) return undefined
  const points = Array.from({ length: numbers.length >> 1 }, (_, at) => {
    const [row = 0, column = 0] = numbers.slice(2 * at, 2 * at + 2)
    return [column - 0.5, row - 0.5] as const
  })
  return points.length >= 3 && points.length <= verticesMax
    ? { kind: 'polygon', points }
    : undefined
}

const readers = { RECTANGULAR: readRectangle, CIRCULAR: readCircle, POLYGONAL: readPolygon }
const isKnown = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name)

/** Reads the shutter of a frame; undefined if the file has none. */
export function readShutter(
  dataSet: DataSet,
  image: Pick<ImageDescription, 'columns' | 'rows'> & { readonly pixelAspect: number },
  frame: number,
): Shutter | undefined {
  const group = findFunctionalGroup(dataSet, tags.frameDisplayShutterSequence, frame) ?? dataSet
  const names = new Set(group.text(tags.shutterShape).split(/\s*\\\s*/u))
  const shapes = [...names].flatMap((name) => (isKnown(name) && readers[name](group)) || [])
  const overlayGroup = names.has('BITMAP') ? group.word(tags.shutterOverlayGroup) : undefined
  if (shapes.length === 0 && overlayGroup === undefined) return undefined
  const grey = (group.word(tags.shutterPresentationValue) ?? 0) >> 8
  // A shutter that covers the whole image is a mistake of the writer.
  const isAnyShown = Array.from({ length: image.rows }, (_, row) => row).some(
    (row) => getShownSpans(shapes, image, row).length > 0,
  )
  if (isAnyShown) return { shapes, grey, overlayGroup }
  return overlayGroup === undefined ? undefined : { shapes: [], grey, overlayGroup }
}

/** From the first column that is shown to the one after the last. */
type Span = readonly [start: number, end: number]

/** The columns whose centres are between two positions, inclusive. */
const toSpan = (from: number, to: number, columns: number): Span => [
  Math.max(0, Math.ceil(from - 0.5 - 1e-6)),
  Math.min(columns, Math.floor(to - 0.5 + 1e-6) + 1),
]

function getPolygonSpans(
  points: readonly (readonly [number, number])[],
  columns: number,
  y: number,
): readonly Span[] {
  const crossings: number[] = []
  for (const [at, [x, fromY]] of points.entries()) {
    const [nextX, toY] = points[(at + 1) % points.length] ?? [x, fromY]
    if (fromY <= y === toY <= y) continue
    crossings.push(x + ((y - fromY) / (toY - fromY)) * (nextX - x))
  }
  crossings.sort((one, other) => one - other)
  return Array.from({ length: crossings.length >> 1 }, (_, at) =>
    toSpan(crossings[2 * at] ?? 0, crossings[2 * at + 1] ?? 0, columns),
  )
}

interface ShutteredImage {
  readonly columns: number
  readonly pixelAspect: number
}

function getSpans(
  shape: ShutterShape,
  { columns, pixelAspect }: ShutteredImage,
  row: number,
): readonly Span[] {
  const y = row + 0.5
  switch (shape.kind) {
    case 'rectangle':
      return y < shape.top || y > shape.bottom ? [] : [toSpan(shape.left, shape.right, columns)]
    case 'circle': {
      const height = (y - shape.y) * pixelAspect
      const half = Math.sqrt(shape.radius ** 2 - height ** 2)
      return Number.isNaN(half) ? [] : [toSpan(shape.x - half, shape.x + half, columns)]
    }
    case 'polygon':
      return getPolygonSpans(shape.points, columns, y)
  }
}

/** The columns of a row that are inside of all shapes, from left to right. */
export function getShownSpans(
  shapes: readonly ShutterShape[],
  image: ShutteredImage,
  row: number,
): readonly Span[] {
  let shown: readonly Span[] = [[0, image.columns]]
  for (const shape of shapes) {
    const inside = getSpans(shape, image, row)
    shown = shown.flatMap(([from, to]) =>
      inside.map(([start, end]): Span => [Math.max(from, start), Math.min(to, end)]),
    )
  }
  return shown.filter(([start, end]) => end > start)
}
