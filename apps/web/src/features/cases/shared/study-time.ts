import { formatDay, formatDateTime } from '../../../ui/format/dates.ts'

/** The day of a study, with its time if another study is of the same day. */
export function formatStudyTime(
  createdOn: string,
  others: readonly string[],
  timeZone: string | undefined,
): string {
  const day = formatDay(createdOn, timeZone)
  const isShared = others.some((other) => other !== createdOn && formatDay(other, timeZone) === day)
  return isShared ? formatDateTime(createdOn, timeZone) : day
}
