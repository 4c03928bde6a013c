import { useSyncExternalStore } from 'react'
import type { ViewerScene, ViewerStore } from '../store/viewer-store.ts'

/** A part of the scene: a cell is drawn again when its own image changes, not with every other. */
export const useScene = <Part>(store: ViewerStore, part: (scene: ViewerScene) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => part(store.get()))
