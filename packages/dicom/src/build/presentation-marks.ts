import type { Attributes } from '../write/attributes.ts'

/** In pixels of the image, from the corner of the top left one: as PS3.3 C.10.5.1.2 counts them. */
export interface PresentedPoint {
  readonly x: number
  readonly y: number
}

/** What was drawn on an image. */
export type PresentedMark =
  | { readonly kind: 'line'; readonly from: PresentedPoint; readonly to: PresentedPoint }
  | { readonly kind: 'arrow'; readonly from: PresentedPoint; readonly to: PresentedPoint }
  | { readonly kind: 'rectangle'; readonly from: PresentedPoint; readonly to: PresentedPoint }
  | {
      readonly kind: 'ellipse'
      readonly centre: PresentedPoint
      readonly radiusX: number
      readonly radiusY: number
    }
  | { readonly kind: 'path'; readonly points: readonly PresentedPoint[] }
  | { readonly kind: 'cross'; readonly at: PresentedPoint }

export interface PresentedText {
  readonly text: string
  readonly at: PresentedPoint
}

type GraphicType = 'POLYLINE' | 'CIRCLE' | 'ELLIPSE'

const graphic = (type: GraphicType, points: readonly PresentedPoint[], isClosed = false) => ({
  GraphicAnnotationUnits: 'PIXEL',
  GraphicDimensions: 2,
  NumberOfGraphicPoints: points.length,
  GraphicData: points.flatMap(({ x, y }) => [x, y]),
  GraphicType: type,
  // The standard asks for it of what is closed, and only of that.
  GraphicFilled: isClosed ? 'N' : undefined,
})

const turned = ({ x, y }: PresentedPoint, angle: number): PresentedPoint => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
})

/** The two strokes at the tip: plain graphics have no arrows. */
function headOf(from: PresentedPoint, to: PresentedPoint): PresentedPoint[] {
  const back = { x: (from.x - to.x) / 5, y: (from.y - to.y) / 5 }
  const [left, right] = [turned(back, 0.45), turned(back, -0.45)]
  return [{ x: to.x + left.x, y: to.y + left.y }, to, { x: to.x + right.x, y: to.y + right.y }]
}

/** The ends of the longer axis come first (PS3.3 C.10.5.1.1.3). */
function ellipse({ centre, radiusX, radiusY }: PresentedMark & { kind: 'ellipse' }): Attributes {
  const { x, y } = centre
  const across = [
    { x: x - radiusX, y },
    { x: x + radiusX, y },
  ]
  const along = [
    { x, y: y - radiusY },
    { x, y: y + radiusY },
  ]
  if (radiusX === radiusY) return graphic('CIRCLE', [centre, { x: x + radiusX, y }], true)
  return graphic('ELLIPSE', radiusX > radiusY ? [...across, ...along] : [...along, ...across], true)
}

const isClosed = (points: readonly PresentedPoint[]) =>
  points.length > 2 && points[0]?.x === points.at(-1)?.x && points[0]?.y === points.at(-1)?.y

const path = (points: readonly PresentedPoint[]) => graphic('POLYLINE', points, isClosed(points))

const crossArm = 6

export function graphicsOf(mark: PresentedMark): readonly Attributes[] {
  switch (mark.kind) {
    case 'line':
      return [path([mark.from, mark.to])]
    case 'arrow':
      return [path([mark.from, mark.to]), path(headOf(mark.from, mark.to))]
    case 'rectangle': {
      const { from, to } = mark
      const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]
      return [path(corners)]
    }
    case 'ellipse':
      return [ellipse(mark)]
    case 'path':
      return mark.points.length < 2 ? [] : [path(mark.points)]
    case 'cross': {
      const { x, y } = mark.at
      return [
        path([
          { x: x - crossArm, y },
          { x: x + crossArm, y },
        ]),
        path([
          { x, y: y - crossArm },
          { x, y: y + crossArm },
        ]),
      ]
    }
  }
}

/** ST: no more than so much (PS3.5 6.2). */
const textMax = 1024

export const textObject = ({ text, at }: PresentedText): Attributes => ({
  AnchorPointAnnotationUnits: 'PIXEL',
  UnformattedTextValue: text.slice(0, textMax),
  AnchorPoint: [at.x, at.y],
  AnchorPointVisibility: 'N',
})
