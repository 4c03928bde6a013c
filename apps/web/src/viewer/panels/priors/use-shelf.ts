import { useStore } from '../../../store.ts'
import { createPriorShelf } from './prior-shelf.ts'
import type { PriorShelf } from './prior-shelf.ts'

/** Nobody puts anything onto it. */
const emptyShelf = createPriorShelf()

export const useShelf = (shelf: PriorShelf | undefined) => useStore(shelf ?? emptyShelf)
