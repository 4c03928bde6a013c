import { useSyncExternalStore } from 'react'
import type { Store } from '../../store.ts'
import { getActiveCell } from './scene.ts'
import type { StackScene } from './scene.ts'

/**
 * A part of the scene: a toolbar that depended on all of it would be rendered again for each slice.
 * The part must be the same value while it is unchanged.
 */
export const useScenePart = <Part>(
  scene: Store<StackScene>,
  select: (now: StackScene) => Part,
): Part => useSyncExternalStore(scene.subscribe, () => select(scene.get()))

/** The key of the series in the active viewport. */
export const useActiveStackKey = (scene: Store<StackScene>): string | undefined =>
  useScenePart(scene, (now) => getActiveCell(now)?.stackKey)
