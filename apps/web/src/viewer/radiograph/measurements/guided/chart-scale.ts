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

/** Chooses a step of 0.5, 1, 2, 5 and so on that gives about four lines. */
function chooseStep(span: number): number {
  const ideal = span / 4
  const size = 10 ** Math.floor(Math.log10(ideal))
  return [0.5, 1, 2, 5, 10].map((one) => one * size).find((step) => step >= ideal) ?? ideal
}

/** Maps values and times to positions in the area, and chooses its grid lines. */
export function createChartScale(
  points: readonly ChartPoint[],
  band: { readonly low?: number | undefined; readonly high?: number | undefined } | undefined,
  area: ChartArea,
) {
  const values = points.map(({ value }) => value)
  const known = [...values, band?.low, band?.high].filter((one) => one !== undefined)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const margin = (highest - lowest || 1) * 0.15
  const step = chooseStep(highest - lowest + 2 * margin)
  const bottom = Math.floor((lowest - margin) / step) * step
  const top = Math.ceil((highest + margin) / step) * step
  const times = points.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const y = (value: number) =>
    area.bottom - ((value - bottom) / (top - bottom)) * (area.bottom - area.top)
  // Points of the same time are centred.
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
