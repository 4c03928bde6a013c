import { createSessionStore } from '../session-state.ts'

/** Whether the server has not answered for some seconds: the page may show old data. */
export const serverLost = createSessionStore(false)

/** Counts requests that failed as if the server or its database could not be reached. */
export const contactFailures = createSessionStore(0)

/** 0 is a network error; 502 and 504 come from a proxy in front of the server. */
export const isContactFailure = (status: number) => [0, 502, 503, 504].includes(status)

export interface ContactWatch {
  /** Asks now, unless a question is open. */
  readonly ask: () => void
  readonly end: () => void
}

interface WatchOptions {
  /** Resolves to whether the server has answered. */
  readonly isAnswered: () => Promise<boolean>
  /** A hidden page does not ask. */
  readonly isHidden: () => boolean
  readonly onLost: () => void
  readonly onFound: () => void
}

const askMs = 10_000
const retryMs = 2000
/** A server that is restarted is back by then. */
const lostAfterMs = 5000

/** Asks the server again and again, more often while it does not answer. */
export function watchContact({
  isAnswered,
  isHidden,
  onLost,
  onFound,
}: WatchOptions): ContactWatch {
  let failingSince: number | undefined
  let isLost = false
  let isAsking = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(hasAnswer: boolean, began: number) {
    if (hasAnswer) {
      failingSince = undefined
      if (isLost) onFound()
      isLost = false
      return
    }
    failingSince ??= began
    if (isLost || Date.now() - failingSince < lostAfterMs) return
    isLost = true
    onLost()
  }

  async function ask() {
    if (isAsking || isOver) return
    clearTimeout(timer)
    isAsking = true
    if (!isHidden()) {
      const began = Date.now()
      const hasAnswer = await isAnswered()
      if (!isOver) update(hasAnswer, began)
    }
    isAsking = false
    if (!isOver) schedule()
  }

  function schedule() {
    timer = setTimeout(() => void ask(), failingSince === undefined ? askMs : retryMs)
  }
  schedule()

  return {
    ask: () => void ask(),
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
