import type { TrueTypeFont } from './true-type.ts'

/**
 * The signs of sex, which Inter lacks and veterinary texts use. They are drawn here and added to the
 * font, so that a subset contains them like any other glyph.
 */
export const maleSign = 0x2642
export const femaleSign = 0x2640
export const drawnSigns = [maleSign, femaleSign] as const

/** One width in all faces, so that the table of advances needs no font to know it. */
export const drawnSignAdvance = 1640

interface Point {
  readonly x: number
  readonly y: number
  readonly isOnCurve: boolean
}
type Contour = readonly Point[]

const corner = (x: number, y: number): Point => ({ x, y, isOnCurve: true })

/** Eight quadratic arcs; the control points are where the tangents of neighbours meet. */
function circle(x: number, y: number, radius: number, isHole: boolean): Contour {
  const outer = radius / Math.cos(Math.PI / 8)
  return Array.from({ length: 16 }, (_, step) => {
    const angle = ((isHole ? step : -step) * Math.PI) / 8
    const distance = step % 2 === 0 ? radius : outer
    return {
      x: Math.round(x + distance * Math.cos(angle)),
      y: Math.round(y + distance * Math.sin(angle)),
      isOnCurve: step % 2 === 0,
    }
  })
}

/** Clockwise, as TrueType fills. */
const rectangle = (left: number, bottom: number, right: number, top: number): Contour => [
  corner(left, bottom),
  corner(left, top),
  corner(right, top),
  corner(right, bottom),
]

/** The stroke from one point to another, with flat ends. */
function stroke(from: readonly [number, number], to: readonly [number, number], width: number) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const scale = width / 2 / Math.hypot(dx, dy)
  const [nx, ny] = [Math.round(-dy * scale), Math.round(dx * scale)]
  return [
    corner(from[0] - nx, from[1] - ny),
    corner(from[0] + nx, from[1] + ny),
    corner(to[0] + nx, to[1] + ny),
    corner(to[0] - nx, to[1] - ny),
  ]
}

function drawSign(codePoint: number, width: number): Contour[] {
  if (codePoint === maleSign) {
    const [x, y, radius, right, top] = [650, 530, 530, 1500, 1490]
    const reach = Math.round((radius - width / 2) * Math.SQRT1_2)
    return [
      circle(x, y, radius, false),
      circle(x, y, radius - width, true),
      stroke([x + reach, y + reach], [right - width, top - width], width),
      rectangle(right - 560, top - width, right, top),
      rectangle(right - width, top - 560, right, top),
    ]
  }
  const [x, y, radius] = [820, 1000, 490]
  return [
    circle(x, y, radius, false),
    circle(x, y, radius - width, true),
    rectangle(x - width / 2, -160, x + width / 2, y - radius + width / 2),
    rectangle(x - 360, 150 - width / 2, x + 360, 150 + width / 2),
  ]
}

/** A simple glyph of the glyf table; every coordinate has two bytes, and flags are not repeated. */
function encodeOutline(contours: readonly Contour[]): Uint8Array {
  const points = contours.flat()
  const view = new DataView(
    new ArrayBuffer(10 + 2 * contours.length + 2 + points.length + 4 * points.length),
  )
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  view.setInt16(0, contours.length)
  view.setInt16(2, Math.min(...xs))
  view.setInt16(4, Math.min(...ys))
  view.setInt16(6, Math.max(...xs))
  view.setInt16(8, Math.max(...ys))
  let last = -1
  for (const [index, contour] of contours.entries()) {
    last += contour.length
    view.setUint16(10 + 2 * index, last)
  }
  let at = 10 + 2 * contours.length
  view.setUint16(at, 0)
  at += 2
  for (const { isOnCurve } of points) view.setUint8(at++, isOnCurve ? 1 : 0)
  for (const values of [xs, ys]) {
    let previous = 0
    for (const value of values) {
      view.setInt16(at, value - previous)
      previous = value
      at += 2
    }
  }
  return new Uint8Array(view.buffer)
}

/** The font with the signs as additional glyphs behind its own. */
export function withDrawnSigns(font: TrueTypeFont): TrueTypeFont {
  const { glyphCount } = font
  const width = font.weight >= 600 ? 210 : 150
  const signs = drawnSigns.filter((codePoint) => font.findGlyph(codePoint) === 0)
  const outlines = signs.map((codePoint) => encodeOutline(drawSign(codePoint, width)))
  const find = (glyph: number) => outlines[glyph - glyphCount]
  return {
    ...font,
    codePoints: [...font.codePoints, ...signs],
    findGlyph: (codePoint) => {
      const index = signs.findIndex((sign) => sign === codePoint)
      return index === -1 ? font.findGlyph(codePoint) : glyphCount + index
    },
    getAdvance: (glyph) => (find(glyph) ? drawnSignAdvance : font.getAdvance(glyph)),
    getLeftBearing: (glyph) => {
      const outline = find(glyph)
      return outline ? new DataView(outline.buffer).getInt16(2) : font.getLeftBearing(glyph)
    },
    getOutline: (glyph) => find(glyph)?.slice() ?? font.getOutline(glyph),
  }
}
