interface Limits {
  readonly low?: number | undefined
  readonly high?: number | undefined
}

export interface RangeScale {
  /** Positions from 0 at the left to 1 at the right. */
  readonly from: number
  readonly to: number
  readonly at: number
}

/** Scale that contains the range, a margin on both sides, and the value. */
export function createRangeScale({ low, high }: Limits, value: number): RangeScale | undefined {
  if (low === undefined && high === undefined) return undefined
  const from = low ?? Math.min(0, value)
  const to = high ?? Math.max(value, (low ?? 0) * 1.25)
  const margin = (to - from) * 0.5 || Math.abs(to) * 0.1 || 1
  const left = Math.min(low === undefined ? from : from - margin, value - margin * 0.2)
  const right = Math.max(high === undefined ? to : to + margin, value + margin * 0.2)
  const share = (one: number) => (one - left) / (right - left)
  return {
    from: low === undefined ? 0 : share(from),
    to: high === undefined ? 1 : share(to),
    at: share(value),
  }
}
