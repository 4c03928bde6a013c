export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * One side of the field, a straight line: its position at the middle of the image, and its slope.
 */
export interface FieldSide {
  /** x of the left and right side, y of the upper and lower one, at the middle of their length. */
  readonly at: number
  /** Change of position per pixel along the side. */
  readonly slope: number
}

/** The exposed part of a frame, in pixels of the frame; pixel n extends from n to n + 1. */
export interface ExposedField {
  readonly width: number
  readonly height: number
  readonly left: FieldSide
  readonly right: FieldSide
  readonly top: FieldSide
  readonly bottom: FieldSide
  /** Whether any of the four sides is the edge of a blade and not that of the detector. */
  readonly isCollimated: boolean
}

/** An axis-aligned rectangle in whole pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const createWholeField = (width: number, height: number): ExposedField => ({
  width,
  height,
  left: { at: 0, slope: 0 },
  right: { at: width, slope: 0 },
  top: { at: 0, slope: 0 },
  bottom: { at: height, slope: 0 },
  isCollimated: false,
})

export const getXAt = (side: FieldSide, y: number, field: ExposedField) =>
  side.at + side.slope * (y - field.height / 2)
export const getYAt = (side: FieldSide, x: number, field: ExposedField) =>
  side.at + side.slope * (x - field.width / 2)

function intersect(vertical: FieldSide, horizontal: FieldSide, field: ExposedField): Point {
  // x = a + b (y - h/2), y = c + d (x - w/2); blades are rotated by a few degrees, so b d is far
  // from 1.
  const { width, height } = field
  const x =
    (vertical.at + vertical.slope * (horizontal.at - horizontal.slope * (width / 2) - height / 2)) /
    (1 - vertical.slope * horizontal.slope)
  return { x, y: getYAt(horizontal, x, field) }
}

/** The corners of the field, clockwise from the top left. */
export const computeCorners = (field: ExposedField): readonly [Point, Point, Point, Point] => [
  intersect(field.left, field.top, field),
  intersect(field.right, field.top, field),
  intersect(field.right, field.bottom, field),
  intersect(field.left, field.bottom, field),
]

export function computeFieldBounds(field: ExposedField): Rectangle {
  const corners = computeCorners(field)
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

/** The exposed columns of a row, `to` exclusive; none if `to <= from`. */
export function getRowSpan(
  field: ExposedField,
  row: number,
): { readonly from: number; readonly to: number } {
  const y = row + 0.5
  let from = getXAt(field.left, y, field)
  let to = getXAt(field.right, y, field)
  for (const [side, isTop] of [
    [field.top, true],
    [field.bottom, false],
  ] as const) {
    const isInsideAt = (x: number) =>
      isTop ? getYAt(side, x, field) <= y : getYAt(side, x, field) >= y
    if (isInsideAt(from) && isInsideAt(to)) continue
    if (!isInsideAt(from) && !isInsideAt(to)) return { from: 0, to: 0 }
    const x = (y - side.at) / side.slope + field.width / 2
    if (isInsideAt(from)) to = Math.min(to, x)
    else from = Math.max(from, x)
  }
  // A pixel counts if its centre is inside.
  return {
    from: Math.max(0, Math.ceil(from - 0.5)),
    to: Math.min(field.width, Math.ceil(to - 0.5)),
  }
}

/** The same field in an image downsampled by `factor`. */
export function scaleField(
  field: ExposedField,
  factor: number,
  width: number,
  height: number,
): ExposedField {
  const scaleSide = (one: FieldSide, offset: number): FieldSide => ({
    at: one.at / factor + offset,
    slope: one.slope,
  })
  // Pixels dropped by downsampling shift the middle by less than a pixel.
  const dx = (width * factor - field.width) / 2 / factor
  const dy = (height * factor - field.height) / 2 / factor
  return {
    width,
    height,
    left: scaleSide(field.left, field.left.slope * dy),
    right: scaleSide(field.right, field.right.slope * dy),
    top: scaleSide(field.top, field.top.slope * dx),
    bottom: scaleSide(field.bottom, field.bottom.slope * dx),
    isCollimated: field.isCollimated,
  }
}
