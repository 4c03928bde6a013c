import { useSyncExternalStore } from 'react'
import type { ViewerScene, ViewerStore } from '../store/viewer-store.ts'

/** Selects a part of the scene: a viewport only re-renders when its own image changes. */
export const useScene = <Part>(store: ViewerStore, part: (scene: ViewerScene) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => part(store.get()))
