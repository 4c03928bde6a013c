import type { EventTopic } from '@talus/contract'
import { subscribeToEvents } from '../event-stream.ts'

/** How often a visible page without the focus asks. */
const askMs = 5000

/**
 * Reports the revision of a clinic or of the cases, or the version of a study's drawings, until the
 * returned function is called. A browser allows six connections to a server for all its pages, so
 * only the page with the focus keeps following. A visible page without it follows every few seconds,
 * for one event; a hidden page does nothing.
 */
export function watchRevision(
  topic: Extract<EventTopic, { readonly kind: 'changes' | 'drawings' | 'cases' }>,
  onRevision: (revision: string) => void,
) {
  let stream: AbortController | undefined
  let asking: ReturnType<typeof setInterval> | undefined

  const close = () => {
    stream?.abort()
    stream = undefined
  }
  const open = (onEvent: (revision: string) => void) => {
    close()
    stream = new AbortController()
    void subscribeToEvents(topic, onEvent, stream.signal)
  }
  const ask = () =>
    open((revision) => {
      close()
      onRevision(revision)
    })
  const reconnect = () => {
    clearInterval(asking)
    close()
    if (document.hidden) return
    if (document.hasFocus()) {
      open(onRevision)
      return
    }
    // At once as well, so that a change is not missed before the first interval has passed.
    ask()
    asking = setInterval(ask, askMs)
  }

  reconnect()
  document.addEventListener('visibilitychange', reconnect)
  window.addEventListener('focus', reconnect)
  window.addEventListener('blur', reconnect)
  return () => {
    document.removeEventListener('visibilitychange', reconnect)
    window.removeEventListener('focus', reconnect)
    window.removeEventListener('blur', reconnect)
    clearInterval(asking)
    close()
  }
}
