export interface ChartArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface ChartPoint {
  readonly value: number
  readonly at: string
}

/** Steps of 0.5, 1, 2, 5 and so on: as few lines as can be read. */
function stepFor(span: number): number {
  const wanted = span / 4
  const size = 10 ** Math.floor(Math.log10(wanted))
  return [0.5, 1, 2, 5, 10].map((one) => one * size).find((step) => step >= wanted) ?? wanted
}

/** Where values and days stand in the area, and the lines across it. */
export function chartScale(
  points: readonly ChartPoint[],
  band: { readonly low?: number | undefined; readonly high?: number | undefined } | undefined,
  area: ChartArea,
) {
  const values = points.map(({ value }) => value)
  const known = [...values, band?.low, band?.high].filter((one) => one !== undefined)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const room = (highest - lowest || 1) * 0.15
  const step = stepFor(highest - lowest + 2 * room)
  const bottom = Math.floor((lowest - room) / step) * step
  const top = Math.ceil((highest + room) / step) * step
  const times = points.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const y = (value: number) =>
    area.bottom - ((value - bottom) / (top - bottom)) * (area.bottom - area.top)
  // Taken in one moment, they stand in the middle.
  const x = (at: string) =>
    last === first
      ? (area.left + area.right) / 2
      : area.left + ((Date.parse(at) - first) / (last - first)) * (area.right - area.left)
  const lines = Array.from(
    { length: Math.round((top - bottom) / step) + 1 },
    (_, index) => bottom + index * step,
  )
  return { x, y, lines, bottom, top }
}
