import type { Stack, StudyId, UserId } from '@talus/contract'
import { z } from 'zod'
import { tabStorage } from '../../browser-storage.ts'
import { onSignOut } from '../../session-state.ts'
import type { Store } from '../../store.ts'
import { writeScene } from './kept-scene.ts'
import type { StackScene } from './scene.ts'

/** The scene changes with each slice; it is written at most so often, in milliseconds. */
const writeMs = 250

const StoredScene = z.object({ entry: z.string(), scene: z.string() })

/** After a sign-out, a viewer that is still visible must not write what the sign-out has removed. */
let stopWriting: (() => void) | undefined
onSignOut(() => {
  stopWriting?.()
  stopWriting = undefined
})

const HistoryState = z.object({ key: z.string() })

/** The key of the router for the entry of the history: it is the same after a reload. */
const readEntry = (): string => HistoryState.safeParse(history.state).data?.key ?? ''

/** Whether the browser shows a page again, rather than opening it. */
const isShownAgain = () =>
  performance
    .getEntriesByType('navigation')
    .some(
      (entry) =>
        entry instanceof PerformanceNavigationTiming &&
        (entry.type === 'reload' || entry.type === 'back_forward'),
    )

/**
 * Keeps the viewports of a study in the storage of the tab, for a reload and for the way back. It is
 * bound to the user and to the entry of the history: a study that is opened anew, or by a link to an
 * image of it, begins with what it was opened for.
 */
export function createSceneStorage(userId: UserId, studyId: StudyId) {
  const key = `stacks.${userId}.${studyId}`
  const entry = readEntry()
  return {
    read: (): string | undefined => {
      // The page that the tab has opened first has no key.
      if (entry === '' && !isShownAgain()) return undefined
      try {
        const stored = StoredScene.parse(JSON.parse(tabStorage.read(key) ?? 'null'))
        return stored.entry === entry ? stored.scene : undefined
      } catch {
        return undefined
      }
    },
    /** Writes the changes of the scene until the returned function is called. */
    follow: (scene: Store<StackScene>, stacks: readonly Stack[]): (() => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const write = () => {
        clearTimeout(timer)
        timer = undefined
        const stored = { entry, scene: writeScene(scene.get(), stacks) }
        tabStorage.write(key, JSON.stringify(stored))
      }
      const unsubscribe = scene.subscribe(() => {
        timer ??= setTimeout(write, writeMs)
      })
      const writeLast = () => {
        if (timer !== undefined) write()
      }
      addEventListener('pagehide', writeLast)
      const stop = () => {
        clearTimeout(timer)
        unsubscribe()
        removeEventListener('pagehide', writeLast)
      }
      stopWriting = stop
      return stop
    },
  }
}
