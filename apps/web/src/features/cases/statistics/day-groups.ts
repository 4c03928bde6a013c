interface DayCount {
  readonly day: string
  readonly count: number
}

const dayMs = 86_400_000
const maxColumns = 62

const addDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

/** Columns of a chart: days without a gap, or months if there are too many days to draw. */
export function groupDays(days: readonly DayCount[]): readonly DayCount[] {
  const first = days[0]?.day
  const last = days.at(-1)?.day
  if (first === undefined || last === undefined) return []
  const counts = new Map(days.map(({ day, count }) => [day, count]))
  const span = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (span <= maxColumns) {
    const filled: DayCount[] = []
    for (let day = first; day <= last; day = addDay(day))
      filled.push({ day, count: counts.get(day) ?? 0 })
    return filled
  }
  const months = new Map<string, number>()
  for (const { day, count } of days)
    months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count)
  return [...months].map(([day, count]) => ({ day, count }))
}
