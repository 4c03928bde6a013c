import { isDay } from '../../../ui/format/dates.ts'

interface Period {
  readonly from: string
  readonly to: string
}

const datePart = /^\d{4}(?:-\d{0,2})?(?:-\d?)?$|^\d{0,3}$/u

/** A day that is no date, or a period that ends before it begins. A day being typed has no fault. */
export function findDayFaults({ from, to }: Period) {
  const isFaulty = (day: string) => !isDay(day) && !datePart.test(day)
  const isReversed = isDay(from) && isDay(to) && from > to
  return {
    from: isFaulty(from) ? ('errors:field/date' as const) : undefined,
    to: isFaulty(to)
      ? ('errors:field/date' as const)
      : isReversed
        ? ('caseFigures:filter.reversed' as const)
        : undefined,
  }
}
