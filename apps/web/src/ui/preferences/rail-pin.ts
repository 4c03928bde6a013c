import { persistentStorage } from '../../browser-storage.ts'
import { createStore } from '../../store.ts'

const key = 'rail'

export const railPinned = createStore(persistentStorage.read(key) === 'pinned')
export function pinRail(isPinned: boolean) {
  persistentStorage.write(key, isPinned ? 'pinned' : undefined)
  railPinned.set(isPinned)
}
