import { studySorts } from '@talus/contract'
import type { StudySort } from '@talus/contract'

export const newestFirst = { id: 'studyDate', desc: true } as const

/** The table knows its columns as text. */
export const studySortOf = (id: string): StudySort =>
  studySorts.find((sort) => sort === id) ?? newestFirst.id
