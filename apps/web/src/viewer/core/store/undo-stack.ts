import { createStore } from '../../../store.ts'
import type { ViewId } from '../model.ts'
import { withoutViewport } from './history.ts'
import type { Change } from './history.ts'

/** Number of undo steps; far more than users need. */
const historyLength = 100

/** The changes that can be undone and redone; `hasDraft` is whether a begun step can be undone. */
export function createUndoStack(hasDraft: () => boolean) {
  const state = createStore({ canUndo: false, canRedo: false })
  let done: readonly Change[] = []
  let undone: readonly Change[] = []

  const update = () => {
    const canUndo = done.length > 0 || hasDraft()
    const canRedo = undone.length > 0
    state.set((now) =>
      now.canUndo === canUndo && now.canRedo === canRedo ? now : { canUndo, canRedo },
    )
  }
  return {
    state,
    update,
    getLast: () => done.at(-1),
    record: (change: Change) => {
      done = [...done, change].slice(-historyLength)
      undone = []
      update()
    },
    /** The change to revert, which can then be redone. */
    popDone: (): Change | undefined => {
      const last = done.at(-1)
      if (!last) return undefined
      done = done.slice(0, -1)
      undone = [...undone, last]
      update()
      return last
    },
    /** The change to make again, which can then be undone. */
    popUndone: (): Change | undefined => {
      const next = undone.at(-1)
      if (!next) return undefined
      undone = undone.slice(0, -1)
      done = [...done, next]
      update()
      return next
    },
    forgetViewport: (viewId: ViewId) => {
      const forget = (changes: readonly Change[]) =>
        changes.flatMap((change) => (change.viewId === viewId ? withoutViewport(change) : [change]))
      done = forget(done)
      undone = forget(undone)
      update()
    },
  }
}
