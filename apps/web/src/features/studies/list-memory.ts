import { perTab } from '../../browser-storage.ts'
import type { ListPlace } from '../../ui/table/use-pages.ts'
import { noFilter } from './study-filter.ts'
import type { StudyFilter } from './study-filter.ts'

const key = 'study-list'

interface Remembered {
  /** Whose list, and who looked at it: nobody else is shown what was searched for. */
  readonly clinicId: number
  readonly userId: number
  readonly filter: StudyFilter
  readonly place: ListPlace
}

/** Whoever comes back from an image or reloads the page finds the list as he left it. */
export function recallList({ clinicId, userId }: Pick<Remembered, 'clinicId' | 'userId'>): {
  readonly filter: StudyFilter
  readonly place: Partial<ListPlace>
} {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below, for this tab alone
    const kept = JSON.parse(perTab.read(key) ?? '{}') as Partial<Remembered>
    if (kept.clinicId === clinicId && kept.userId === userId)
      return { filter: { ...noFilter, ...kept.filter }, place: { ...kept.place } }
  } catch {
    // Unreadable is as good as nothing.
  }
  return { filter: noFilter, place: {} }
}

export const rememberList = (list: Remembered) => perTab.write(key, JSON.stringify(list))
