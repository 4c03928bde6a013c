import { isDay } from '../../ui/format/dates.ts'
import type { StudyPageParams } from '../../api/records/study.ts'

/** Filter values as typed; an empty value does not filter. */
export interface StudyFilter {
  readonly patientName: string
  readonly patientId: string
  readonly dateFrom: string
  readonly dateTo: string
}

export const noFilter: StudyFilter = { patientName: '', patientId: '', dateFrom: '', dateTo: '' }

export const countFilters = (filter: StudyFilter) =>
  Object.values(filter).filter((value: string) => value.trim() !== '').length

export type DayFault = 'notADay' | 'backwards'

/** Returns the fault of each day. YYYY-MM-DD texts can be compared like dates. */
export function findDayFaults({
  dateFrom,
  dateTo,
}: Pick<StudyFilter, 'dateFrom' | 'dateTo'>): Partial<Record<'dateFrom' | 'dateTo', DayFault>> {
  const isInvalid = (text: string) => text !== '' && !isDay(text)
  if (isInvalid(dateFrom) || isInvalid(dateTo))
    return {
      ...(isInvalid(dateFrom) && { dateFrom: 'notADay' }),
      ...(isInvalid(dateTo) && { dateTo: 'notADay' }),
    }
  return dateFrom !== '' && dateTo !== '' && dateFrom > dateTo ? { dateTo: 'backwards' } : {}
}

export const toPageParams = ({ dateFrom, dateTo, ...names }: StudyFilter): StudyPageParams => ({
  ...names,
  ...(dateFrom !== '' && { dateFrom }),
  ...(dateTo !== '' && { dateTo }),
})
