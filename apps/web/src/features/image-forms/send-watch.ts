import type { DicomSend, DicomSendId } from '@talus/contract'

/** Still has its first try before it, or one is under way. */
export const isUnderWay = ({ state, attempts }: DicomSend) =>
  state === 'sending' || (state === 'waiting' && attempts === 0)

export const countSent = (sends: readonly DicomSend[]) =>
  sends.filter(({ state }) => state === 'sent').length

/** Why an image has not gone: of the first that says it. */
export const whyNotSent = (sends: readonly DicomSend[]) =>
  sends.find(({ state, error }) => state !== 'sent' && error !== null)?.error ?? undefined

interface WatchDeps {
  readonly ask: (ids: readonly DicomSendId[]) => Promise<readonly DicomSend[]>
  readonly wait: () => Promise<void>
  readonly onNews: (sends: readonly DicomSend[]) => void
  /** Whoever has signed out is told nothing more. */
  readonly isOver: () => boolean
}

/**
 * Follows sends until each has been tried. What failed and waits for its next try is told as failed:
 * nobody stands before the screen until then, and the queue goes on by itself.
 */
export async function watchSends(ids: readonly DicomSendId[], deps: WatchDeps) {
  const { ask, wait, onNews, isOver } = deps
  for (;;) {
    const sends = await ask(ids)
    if (isOver()) return undefined
    onNews(sends)
    if (!sends.some(isUnderWay)) return sends
    await wait()
    if (isOver()) return undefined
  }
}
