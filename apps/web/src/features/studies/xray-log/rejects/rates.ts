/** Number of exposures, and how many of them were rejected. */
export interface RejectCounts {
  readonly exposures: number
  readonly rejected: number
}

export interface MonthlyRejects extends RejectCounts {
  /** YYYY-MM */
  readonly month: string
}

export const computeRate = ({ exposures, rejected }: RejectCounts): number =>
  exposures === 0 ? 0 : rejected / exposures

function getNextMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** A longer range does not fit on a screen; its gaps are not filled. */
const monthsMax = 240

/** Inserts the months without exposures, so that the time axis is linear. */
export function fillMonths(months: readonly MonthlyRejects[]): readonly MonthlyRejects[] {
  const last = months.at(-1)?.month
  const known = new Map(months.map((one) => [one.month, one]))
  const all: MonthlyRejects[] = []
  let month = months[0]?.month
  while (month !== undefined && last !== undefined && month <= last) {
    if (all.length > monthsMax) return months
    all.push(known.get(month) ?? { month, exposures: 0, rejected: 0 })
    month = getNextMonth(month)
  }
  return all
}

/** Computes the end of the axis: a round number above all rates, at least ten percent. */
export function computeAxisEnd(rates: readonly number[]): number {
  const most = Math.max(0.1, ...rates)
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((end) => most <= end) ?? 1
}

/** Computes how many columns share one label, so that labels do not overlap. */
export const computeLabelStep = (columns: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((columns * labelWidth) / Math.max(1, width)))
