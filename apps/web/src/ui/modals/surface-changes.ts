import { modals } from './modal-store.ts'

/** The surface that takes presses has changed: another page, or a dialog that opened or closed. */
export interface SurfaceChange {
  readonly kind: 'page' | 'opened' | 'closed'
  /** `performance.now()`, the clock of `event.timeStamp`. */
  readonly at: number
}

type Listener = (change: SurfaceChange) => void
const listeners = new Set<Listener>()

/** Reports a page, or a dialog that is not in the stack of modals, that was shown or removed. */
export function noteSurfaceChange(kind: SurfaceChange['kind']) {
  for (const listener of listeners) listener({ kind, at: performance.now() })
}

export function onSurfaceChange(listener: Listener) {
  listeners.add(listener)
}

/** Reports the changes of the stack of modals; an error inside a modal is not such a change. */
export function watchModals() {
  let known = modals.store.get()
  modals.store.subscribe(() => {
    const now = modals.store.get()
    const [before, after] = [known.at(-1)?.id, now.at(-1)?.id]
    const isOpened = now.length > known.length
    known = now
    if (before !== after) noteSurfaceChange(isOpened ? 'opened' : 'closed')
  })
}
