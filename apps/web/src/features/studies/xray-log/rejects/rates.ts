/** How many exposures there were, and how many of them were rejected. */
export interface Share {
  readonly exposures: number
  readonly rejected: number
}

export interface MonthShare extends Share {
  /** YYYY-MM */
  readonly month: string
}

export const rateOf = ({ exposures, rejected }: Share): number =>
  exposures === 0 ? 0 : rejected / exposures

function next(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** More than a screen could show as columns: gaps then stay out. */
const monthsMax = 240

/** With the months between them in which nothing was exposed: time runs evenly along an axis. */
export function withEmptyMonths(months: readonly MonthShare[]): readonly MonthShare[] {
  const last = months.at(-1)?.month
  const known = new Map(months.map((one) => [one.month, one]))
  const all: MonthShare[] = []
  let month = months[0]?.month
  while (month !== undefined && last !== undefined && month <= last) {
    if (all.length > monthsMax) return months
    all.push(known.get(month) ?? { month, exposures: 0, rejected: 0 })
    month = next(month)
  }
  return all
}

/** Where an axis of rates ends: a round number above all of them, and never less than ten percent. */
export function axisEnd(rates: readonly number[]): number {
  const most = Math.max(0.1, ...rates)
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((end) => most <= end) ?? 1
}

/** Every how many columns a label stands, so that none touches the next. */
export const labelStep = (columns: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((columns * labelWidth) / Math.max(1, width)))
