import type { PatientPosition } from '@talus/contract'
import { createStore } from '../store.ts'
import type { ViewerStore } from '../viewer/core/store/viewer-store.ts'

type DrawingHistory = Pick<ViewerStore, 'get' | 'history' | 'undo' | 'redo' | 'getLastChange'>

interface Correction {
  readonly before: PatientPosition | null
  readonly after: PatientPosition | null
  readonly correct: (actual: PatientPosition | null) => void
}

/** A correction after which drawing continued: `last` is the change of a drawing before it. */
interface CorrectionStep extends Correction {
  readonly last: unknown
}

export type StackHistory = Pick<ViewerStore, 'history' | 'undo' | 'redo'> & {
  /** Adds a correction of the position that was made as an undo step. */
  readonly record: (correction: Correction) => void
}

/** One order of undo steps for drawings and corrections of the position. */
export function createStackHistory(store: DrawingHistory): StackHistory {
  let done: readonly CorrectionStep[] = []
  let undone: readonly CorrectionStep[] = []
  let seen: unknown = store.getLastChange()
  const history = createStore(store.history.get())

  const update = () => {
    const { canUndo, canRedo } = store.history.get()
    const next = { canUndo: canUndo || done.length > 0, canRedo: canRedo || undone.length > 0 }
    history.set((now) =>
      now.canUndo === next.canUndo && now.canRedo === next.canRedo ? now : next,
    )
  }
  store.history.subscribe(update)
  /** A drawing that was made after an undo ends what can be redone. */
  const forgetRedone = () => {
    if (store.getLastChange() !== seen) undone = []
  }
  const finish = () => {
    seen = store.getLastChange()
    update()
  }
  return {
    history,
    record: (correction) => {
      done = [...done, { ...correction, last: store.getLastChange() }]
      undone = []
      finish()
    },
    undo: () => {
      forgetRedone()
      const step = done.at(-1)
      if (step && !store.get().draft && step.last === store.getLastChange()) {
        done = done.slice(0, -1)
        undone = [...undone, step]
        step.correct(step.before)
      } else store.undo()
      finish()
    },
    redo: () => {
      forgetRedone()
      const step = undone.at(-1)
      if (step && step.last === store.getLastChange()) {
        undone = undone.slice(0, -1)
        done = [...done, step]
        step.correct(step.after)
      } else store.redo()
      finish()
    },
  }
}
