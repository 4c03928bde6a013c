import type { Attributes } from '../write/attributes.ts'

/** In image pixels from the top left corner of the top left pixel (PS3.3 C.10.5.1.2). */
export interface ImagePoint {
  readonly x: number
  readonly y: number
}

/** A drawing on an image. */
export type GraphicMark =
  | { readonly kind: 'line'; readonly from: ImagePoint; readonly to: ImagePoint }
  | { readonly kind: 'arrow'; readonly from: ImagePoint; readonly to: ImagePoint }
  | { readonly kind: 'rectangle'; readonly from: ImagePoint; readonly to: ImagePoint }
  | {
      readonly kind: 'ellipse'
      readonly centre: ImagePoint
      readonly radiusX: number
      readonly radiusY: number
    }
  | { readonly kind: 'path'; readonly points: readonly ImagePoint[] }
  | { readonly kind: 'cross'; readonly at: ImagePoint }

export interface TextAnnotation {
  readonly text: string
  readonly at: ImagePoint
}

type GraphicType = 'POLYLINE' | 'CIRCLE' | 'ELLIPSE'

const createGraphic = (type: GraphicType, points: readonly ImagePoint[], isClosed = false) => ({
  GraphicAnnotationUnits: 'PIXEL',
  GraphicDimensions: 2,
  NumberOfGraphicPoints: points.length,
  GraphicData: points.flatMap(({ x, y }) => [x, y]),
  GraphicType: type,
  // Required for closed graphics, and allowed only for them.
  GraphicFilled: isClosed ? 'N' : undefined,
})

const rotate = ({ x, y }: ImagePoint, angle: number): ImagePoint => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
})

/** The arrowhead as two strokes, because basic graphics have no arrows. */
function createArrowhead(from: ImagePoint, to: ImagePoint): ImagePoint[] {
  const back = { x: (from.x - to.x) / 5, y: (from.y - to.y) / 5 }
  const [left, right] = [rotate(back, 0.45), rotate(back, -0.45)]
  return [{ x: to.x + left.x, y: to.y + left.y }, to, { x: to.x + right.x, y: to.y + right.y }]
}

/** The end points of the longer axis come first (PS3.3 C.10.5.1.1.3). */
function createEllipse({
  centre,
  radiusX,
  radiusY,
}: GraphicMark & { kind: 'ellipse' }): Attributes {
  const { x, y } = centre
  const across = [
    { x: x - radiusX, y },
    { x: x + radiusX, y },
  ]
  const along = [
    { x, y: y - radiusY },
    { x, y: y + radiusY },
  ]
  if (radiusX === radiusY) return createGraphic('CIRCLE', [centre, { x: x + radiusX, y }], true)
  const points = radiusX > radiusY ? [...across, ...along] : [...along, ...across]
  return createGraphic('ELLIPSE', points, true)
}

const isClosed = (points: readonly ImagePoint[]) =>
  points.length > 2 && points[0]?.x === points.at(-1)?.x && points[0]?.y === points.at(-1)?.y

const createPath = (points: readonly ImagePoint[]) =>
  createGraphic('POLYLINE', points, isClosed(points))

const crossArm = 6

export function createGraphicObjects(mark: GraphicMark): readonly Attributes[] {
  switch (mark.kind) {
    case 'line':
      return [createPath([mark.from, mark.to])]
    case 'arrow':
      return [createPath([mark.from, mark.to]), createPath(createArrowhead(mark.from, mark.to))]
    case 'rectangle': {
      const { from, to } = mark
      const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]
      return [createPath(corners)]
    }
    case 'ellipse':
      return [createEllipse(mark)]
    case 'path':
      return mark.points.length < 2 ? [] : [createPath(mark.points)]
    case 'cross': {
      const { x, y } = mark.at
      return [
        createPath([
          { x: x - crossArm, y },
          { x: x + crossArm, y },
        ]),
        createPath([
          { x, y: y - crossArm },
          { x, y: y + crossArm },
        ]),
      ]
    }
  }
}

/** Maximum length of VR ST (PS3.5 6.2). */
const textMax = 1024

export const createTextObject = ({ text, at }: TextAnnotation): Attributes => ({
  AnchorPointAnnotationUnits: 'PIXEL',
  UnformattedTextValue: text.slice(0, textMax),
  AnchorPoint: [at.x, at.y],
  AnchorPointVisibility: 'N',
})
