import { lasting } from '../browser-storage.ts'
import { createStore } from '../store.ts'

const key = 'rail'

export const railPinned = createStore(lasting.read(key) === 'pinned')
export function pinRail(isPinned: boolean) {
  lasting.write(key, isPinned ? 'pinned' : undefined)
  railPinned.set(isPinned)
}
