import { studySorts } from '@talus/contract'
import type { StudySort } from '@talus/contract'

export const newestFirst = { id: 'studyDate', desc: true } as const

/** Converts the id of a table column to a sort key. */
export const toStudySort = (id: string): StudySort =>
  studySorts.find((sort) => sort === id) ?? newestFirst.id
