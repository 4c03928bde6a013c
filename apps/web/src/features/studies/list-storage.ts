import { searchPrefix, tabStorage } from '../../browser-storage.ts'
import type { ListPosition } from '../../ui/table/use-pages.ts'
import { noFilter } from './study-filter.ts'
import type { StudyFilter } from './study-filter.ts'

const key = `${searchPrefix}study-list`

interface StoredList {
  /**
   * The list is only restored for the same clinic and user, so that no other user sees the search.
   */
  readonly clinicId: number
  readonly userId: number
  readonly filter: StudyFilter
  readonly place: ListPosition
}

/** Restores the filter and the page of the list after a reload or a visit to the viewer. */
export function readStoredList({ clinicId, userId }: Pick<StoredList, 'clinicId' | 'userId'>): {
  readonly filter: StudyFilter
  readonly place: Partial<ListPosition>
} {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below, for this tab alone
    const stored = JSON.parse(tabStorage.read(key) ?? '{}') as Partial<StoredList>
    if (stored.clinicId === clinicId && stored.userId === userId)
      return { filter: { ...noFilter, ...stored.filter }, place: { ...stored.place } }
  } catch {
    // Unreadable data is ignored.
  }
  return { filter: noFilter, place: {} }
}

export const storeList = (list: StoredList) => tabStorage.write(key, JSON.stringify(list))
