import type { generatorKeys } from '@talus/contract'
import { GeneratorSilent } from '../driver.ts'
import type { Timing } from '../timing.ts'
import type { SerialDialect } from './dialect.ts'
import { encodeMessage } from './messages.ts'
import type { SerialPort } from './serial-port.ts'

export type Key = (typeof generatorKeys)[number]
interface Request {
  readonly text: string
  /**
   * The value that is queried or set. A query is answered by the value, a set by an ACK or the
   * value.
   */
  readonly key: Key
  readonly isQuery: boolean
  attemptsLeft: number
  readonly done: (fault?: GeneratorSilent) => void
}

/** The number of unanswered requests after which the generator counts as disconnected. */
const silentAfter = 3

/**
 * Sends one message at a time, repeats it when the answer is missing or not understood, and calls
 * `onSilent` after several unanswered ones.
 */
export function createRequestQueue(
  port: SerialPort,
  timing: Timing,
  dialect: SerialDialect,
  onSilent: () => void,
) {
  const queue: Request[] = []
  let current: Request | undefined
  let cancelTimer: () => void = () => undefined
  let unanswered = 0
  let isPausing = false

  function send(key: Key, text: string, isQuery: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (fault?: GeneratorSilent) => (fault ? reject(fault) : resolve())
      queue.push({ text, key, isQuery, attemptsLeft: dialect.attempts, done })
      if (!current && !isPausing) sendNext()
    })
  }

  function sendNext() {
    current = queue.shift()
    if (current) write(current)
  }

  function write(request: Request) {
    request.attemptsLeft -= 1
    port.write(encodeMessage(request.text, dialect.style))
    cancelTimer = timing.after(dialect.answerMs, () => retry(request, 'does not answer'))
  }

  function retry(request: Request, why: string) {
    cancelTimer()
    if (request.attemptsLeft > 0) cancelTimer = timing.after(dialect.gapMs, () => write(request))
    else {
      unanswered += 1
      if (unanswered === silentAfter) onSilent()
      finish(request, new GeneratorSilent(`The generator ${why} (${request.text})`))
    }
  }

  function finish(request: Request, fault?: GeneratorSilent) {
    cancelTimer()
    if (!fault) unanswered = 0
    current = undefined
    isPausing = true
    // Slow generators lose characters of a message that follows at once.
    cancelTimer = timing.after(dialect.gapMs, () => {
      isPausing = false
      sendNext()
    })
    request.done(fault)
  }

  return {
    send,
    /** The request that waits for its answer. */
    current: () => current,
    retry,
    finish,
    stop: () => cancelTimer(),
  }
}
