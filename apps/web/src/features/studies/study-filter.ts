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

/** Days as text compare like days. */
export const isBackwards = ({ dateFrom, dateTo }: Pick<StudyFilter, 'dateFrom' | 'dateTo'>) =>
  dateFrom !== '' && dateTo !== '' && dateFrom > dateTo

export const askedBy = ({ dateFrom, dateTo, ...names }: StudyFilter): StudiesAsked => ({
  ...names,
  ...(dateFrom !== '' && { dateFrom }),
  ...(dateTo !== '' && { dateTo }),
})
