import { limits } from '@talus/contract'
import { createStore } from '../../store.ts'

export const toastKinds = ['info', 'done', 'warning', 'error'] as const
export type ToastKind = (typeof toastKinds)[number]

export interface Notice {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly at: Date
}

interface Notices {
  /** On screen now. */
  readonly shown: readonly Notice[]
  /** Newest first: a toast is gone in three seconds, and somebody may have looked elsewhere. */
  readonly history: readonly Notice[]
  readonly unread: number
}

const historyLength = 20
const none: Notices = { shown: [], history: [], unread: 0 }

export const createNotices = () => {
  const store = createStore<Notices>(none)
  let last = 0
  return {
    store,
    add: (kind: ToastKind, text: string, at: Date): Notice => {
      last += 1
      const notice = { id: last, kind, text, at }
      store.set((now) => ({
        // The same words twice at once say nothing more; five failing calls are one piece of news.
        shown: [...now.shown.filter((other) => other.text !== text), notice].slice(-4),
        history: [notice, ...now.history].slice(0, historyLength),
        unread: now.unread + 1,
      }))
      return notice
    },
    hide: (id: number) =>
      store.set((now) => ({ ...now, shown: now.shown.filter((notice) => notice.id !== id) })),
    markRead: () => store.set((now) => (now.unread === 0 ? now : { ...now, unread: 0 })),
    clear: () => store.set(none),
  }
}

export const notices = createNotices()

export const toastMs = (isSavedFile: boolean) =>
  isSavedFile ? limits.savedFileToastMs : limits.toastMs

function show(kind: ToastKind, text: string, isSavedFile = false) {
  const { id } = notices.add(kind, text, new Date())
  holdable(id, toastMs(isSavedFile))
}

const timers = new Map<number, { handle: ReturnType<typeof setTimeout>; ms: number }>()
function holdable(id: number, ms: number) {
  const handle = setTimeout(() => {
    timers.delete(id)
    notices.hide(id)
  }, ms)
  timers.set(id, { handle, ms })
}

/** A pointer or the focus on a toast keeps it: nobody reads against a clock. */
export function holdToast(id: number) {
  const timer = timers.get(id)
  if (timer) clearTimeout(timer.handle)
}
export function releaseToast(id: number) {
  const timer = timers.get(id)
  if (timer) holdable(id, timer.ms)
}

export const toast = {
  info: (text: string) => show('info', text),
  done: (text: string) => show('done', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  savedFile: (text: string) => show('done', text, true),
}
