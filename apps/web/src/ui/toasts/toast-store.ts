import { limits } from '@talus/contract'
import { onSignOut } from '../../session-state.ts'
import { createStore } from '../../store.ts'

export const toastKinds = ['info', 'done', 'warning', 'error'] as const
export type ToastKind = (typeof toastKinds)[number]

/** An action that a toast offers while it is shown, such as undo. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

export interface Notice {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly at: Date
  readonly action?: NoticeAction | undefined
}

interface Notices {
  /** The visible toasts. */
  readonly shown: readonly Notice[]
  /** The last notices, newest first, because a user can miss a toast of three seconds. */
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
    add: (kind: ToastKind, text: string, at: Date, action?: NoticeAction): Notice => {
      last += 1
      const notice = { id: last, kind, text, at, action }
      store.set((now) => ({
        // A repeated text is shown once, so that five failing calls are one toast.
        shown: [...now.shown.filter((other) => other.text !== text), notice].slice(-4),
        history: [notice, ...now.history].slice(0, historyLength),
        unread: now.unread + 1,
      }))
      return notice
    },
    /** Shows a text that is of no use later, so that it is not kept in the history. */
    addHint: (kind: ToastKind, text: string, at: Date): Notice => {
      last += 1
      const notice = { id: last, kind, text, at }
      store.set((now) => ({
        ...now,
        shown: [...now.shown.filter((other) => other.text !== text), notice].slice(-4),
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
onSignOut(() => notices.clear())

/** A saved file and an action need more time: the user reads, decides and moves the hand. */
export const getToastDuration = (isLong: boolean) =>
  isLong ? limits.savedFileToastMs : limits.toastMs

function showToast(kind: ToastKind, text: string, isLong = false, action?: NoticeAction): number {
  const { id } = notices.add(kind, text, new Date(), action)
  startTimer(id, getToastDuration(isLong))
  return id
}

const timers = new Map<number, { handle: ReturnType<typeof setTimeout>; ms: number }>()
function startTimer(id: number, ms: number) {
  const handle = setTimeout(() => {
    timers.delete(id)
    notices.hide(id)
  }, ms)
  timers.set(id, { handle, ms })
}

/** Pauses the timer of a toast while it has the pointer or the focus. */
export function pauseToast(id: number) {
  const timer = timers.get(id)
  if (timer) clearTimeout(timer.handle)
}
export function resumeToast(id: number) {
  const timer = timers.get(id)
  if (timer) startTimer(id, timer.ms)
}

export const toast = {
  /** Explains at once why something did not happen, such as a line that was drawn too short. */
  hint: (kind: ToastKind, text: string) =>
    startTimer(notices.addHint(kind, text, new Date()).id, getToastDuration(false)),
  info: (text: string) => void showToast('info', text),
  done: (text: string) => void showToast('done', text),
  warning: (text: string) => void showToast('warning', text),
  error: (text: string) => void showToast('error', text),
  doneWithUndo: (text: string, action: NoticeAction) => void showToast('done', text, true, action),
  /** Something that the user probably wants to do next; the returned function takes it back. */
  offer: (text: string, action: NoticeAction) => {
    const id = showToast('info', text, true, action)
    return () => notices.hide(id)
  },
  /** Several sentences, which take longer to read. */
  long: (kind: ToastKind, text: string, action?: NoticeAction) =>
    void showToast(kind, text, true, action),
  savedFile: (text: string) => void showToast('done', text, true),
}
