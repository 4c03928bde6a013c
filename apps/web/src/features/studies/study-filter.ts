import { isDay } from '../../ui/dates.ts'
import type { StudiesAsked } from './studies.queries.ts'

/** As typed; empty is "not filtered". */
export interface StudyFilter {
  readonly patientName: string
  readonly patientId: string
  readonly dateFrom: string
  readonly dateTo: string
}

export const noFilter: StudyFilter = { patientName: '', patientId: '', dateFrom: '', dateTo: '' }

export const filtersSet = (filter: StudyFilter) =>
  Object.values(filter).filter((value: string) => value.trim() !== '').length

export type DayFault = 'notADay' | 'backwards'

/** What is wrong with two days, at which of them. Days as text compare like days. */
export function dayFaults({
  dateFrom,
  dateTo,
}: Pick<StudyFilter, 'dateFrom' | 'dateTo'>): Partial<Record<'dateFrom' | 'dateTo', DayFault>> {
  const isWrong = (text: string) => text !== '' && !isDay(text)
  if (isWrong(dateFrom) || isWrong(dateTo))
    return {
      ...(isWrong(dateFrom) && { dateFrom: 'notADay' }),
      ...(isWrong(dateTo) && { dateTo: 'notADay' }),
    }
  return dateFrom !== '' && dateTo !== '' && dateFrom > dateTo ? { dateTo: 'backwards' } : {}
}

export const askedBy = ({ dateFrom, dateTo, ...names }: StudyFilter): StudiesAsked => ({
  ...names,
  ...(dateFrom !== '' && { dateFrom }),
  ...(dateTo !== '' && { dateTo }),
})
