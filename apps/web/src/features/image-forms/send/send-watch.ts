import type { DicomSend, DicomSendId } from '@talus/contract'

/** True if the first attempt is still to come, or an attempt is in progress. */
export const isInProgress = ({ state, attempts }: DicomSend) =>
  state === 'sending' || (state === 'waiting' && attempts === 0)

export const countSent = (sends: readonly DicomSend[]) =>
  sends.filter(({ state }) => state === 'sent').length

/** Returns the first error of an image that has not been sent. */
export const findSendError = (sends: readonly DicomSend[]) =>
  sends.find(({ state, error }) => state !== 'sent' && error !== null)?.error ?? undefined

interface WatchDeps {
  readonly fetchSends: (ids: readonly DicomSendId[]) => Promise<readonly DicomSend[]>
  readonly wait: () => Promise<void>
  readonly onProgress: (sends: readonly DicomSend[]) => void
  /** After a sign-out nothing more is reported. */
  readonly isSignedOut: () => boolean
}

/**
 * Polls sends until each has been attempted. A send that waits for its next attempt counts as
 * failed: the user does not wait that long, and the queue continues by itself.
 */
export async function watchSends(ids: readonly DicomSendId[], deps: WatchDeps) {
  const { fetchSends, wait, onProgress, isSignedOut } = deps
  for (;;) {
    const sends = await fetchSends(ids)
    if (isSignedOut()) return undefined
    onProgress(sends)
    if (!sends.some(isInProgress)) return sends
    await wait()
    if (isSignedOut()) return undefined
  }
}
