export interface Point {
  readonly x: number
  readonly y: number
}

/** A blade's edge: where it is at the middle of the picture, and how it leans. */
export interface Side {
  /** x of the left and right edge, y of the upper and lower one, at the middle of their length. */
  readonly at: number
  /** Pixels by which it moves from one pixel of its length to the next. */
  readonly slope: number
}

/** The exposed part of a frame, in pixels of the frame; pixel n lies between n and n + 1. */
export interface Field {
  readonly width: number
  readonly height: number
  readonly left: Side
  readonly right: Side
  readonly top: Side
  readonly bottom: Side
  /** Whether any of the four is a blade's edge and not the end of the detector. */
  readonly isCollimated: boolean
}

/** Upright, in whole pixels, around the whole field. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const wholeField = (width: number, height: number): Field => ({
  width,
  height,
  left: { at: 0, slope: 0 },
  right: { at: width, slope: 0 },
  top: { at: 0, slope: 0 },
  bottom: { at: height, slope: 0 },
  isCollimated: false,
})

export const xOf = (side: Side, y: number, field: Field) =>
  side.at + side.slope * (y - field.height / 2)
export const yOf = (side: Side, x: number, field: Field) =>
  side.at + side.slope * (x - field.width / 2)

function crossing(upright: Side, level: Side, field: Field): Point {
  // x = a + b (y - h/2), y = c + d (x - w/2); blades lean by a few degrees, so b d is far from 1.
  const { width, height } = field
  const x =
    (upright.at + upright.slope * (level.at - level.slope * (width / 2) - height / 2)) /
    (1 - upright.slope * level.slope)
  return { x, y: yOf(level, x, field) }
}

/** Clockwise from the top left. */
export const cornersOf = (field: Field): readonly [Point, Point, Point, Point] => [
  crossing(field.left, field.top, field),
  crossing(field.right, field.top, field),
  crossing(field.right, field.bottom, field),
  crossing(field.left, field.bottom, field),
]

export function boundsOf(field: Field): Rectangle {
  const corners = cornersOf(field)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const x = Math.max(0, Math.floor(Math.min(...xs)))
  const y = Math.max(0, Math.floor(Math.min(...ys)))
  return {
    x,
    y,
    width: Math.max(1, Math.min(field.width, Math.ceil(Math.max(...xs))) - x),
    height: Math.max(1, Math.min(field.height, Math.ceil(Math.max(...ys))) - y),
  }
}

/** The columns of a row that are exposed, from the first to before the last; none if `to <= from`. */
export function spanOf(field: Field, row: number): { readonly from: number; readonly to: number } {
  const y = row + 0.5
  let from = xOf(field.left, y, field)
  let to = xOf(field.right, y, field)
  for (const [side, isTop] of [
    [field.top, true],
    [field.bottom, false],
  ] as const) {
    const isInsideAt = (x: number) => (isTop ? yOf(side, x, field) <= y : yOf(side, x, field) >= y)
    if (isInsideAt(from) && isInsideAt(to)) continue
    if (!isInsideAt(from) && !isInsideAt(to)) return { from: 0, to: 0 }
    const x = (y - side.at) / side.slope + field.width / 2
    if (isInsideAt(from)) to = Math.min(to, x)
    else from = Math.max(from, x)
  }
  // A pixel counts when its middle does.
  return {
    from: Math.max(0, Math.ceil(from - 0.5)),
    to: Math.min(field.width, Math.ceil(to - 0.5)),
  }
}

/** The same field in a picture `factor` times smaller. */
export function scaled(field: Field, factor: number, width: number, height: number): Field {
  const side = (one: Side, offset: number): Side => ({
    at: one.at / factor + offset,
    slope: one.slope,
  })
  // Squares that were left off move the middle by less than a pixel.
  const dx = (width * factor - field.width) / 2 / factor
  const dy = (height * factor - field.height) / 2 / factor
  return {
    width,
    height,
    left: side(field.left, field.left.slope * dy),
    right: side(field.right, field.right.slope * dy),
    top: side(field.top, field.top.slope * dx),
    bottom: side(field.bottom, field.bottom.slope * dx),
    isCollimated: field.isCollimated,
  }
}
