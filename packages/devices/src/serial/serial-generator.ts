import { generatorKeys, generatorOrders } from '@talus/contract'
import type { GeneratorOrder } from '@talus/contract'
import { GeneratorSilent } from '../driver.ts'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '../driver.ts'
import { usualScales } from '../generator/scales.ts'
import { usualTube, withOrder } from '../generator/technique.ts'
import type { Timing } from '../timing.ts'
import { keyOfCommand, queryText, usualDialect, valueOfDigits, valueText } from './dialect.ts'
import type { SerialDialect } from './dialect.ts'
import { encodeMessage, serialDecoder } from './frames.ts'
import type { SerialMessage } from './frames.ts'

/** A serial port, or what a test puts in its place. */
export interface ByteLine {
  readonly write: (bytes: Uint8Array) => void
  /** Opens it, and again whenever it is closed, until the end. */
  readonly open: (onBytes: (bytes: Uint8Array) => void, onClosed: () => void) => void
  readonly close: () => void
}

type Key = (typeof generatorKeys)[number]
interface Request {
  readonly text: string
  /** The value that must come back; undefined for a set, which an ACK or the value answers. */
  readonly key: Key
  readonly isQuery: boolean
  attemptsLeft: number
  readonly done: (fault?: GeneratorSilent) => void
}

/** After so many requests without an answer the generator counts as gone. */
const silentAfter = 3

/**
 * A generator on a serial line: one message at a time, read back after each change, asked for its
 * state once a second. It knows six orders, and none of them prepares or exposes.
 */
export function serialGenerator(
  line: ByteLine,
  timing: Timing,
  dialect: SerialDialect = usualDialect,
): GeneratorDriver {
  const decode = serialDecoder(dialect.style)
  const queue: Request[] = []
  let emit: (event: GeneratorEvent) => void = () => undefined
  let known: Partial<GeneratorValues> = {}
  let current: Request | undefined
  let cancelTimer: () => void = () => undefined
  let cancelPoll: () => void = () => undefined
  let unanswered = 0
  let isResting = false
  let isStopped = false

  const complete = (): GeneratorValues | undefined => {
    const all = generatorKeys.flatMap((key) => (known[key] === undefined ? [] : [key]))
    return all.length === generatorKeys.length ? (known as GeneratorValues) : undefined
  }

  function request(key: Key, text: string, isQuery: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (fault?: GeneratorSilent) => (fault ? reject(fault) : resolve())
      queue.push({ text, key, isQuery, attemptsLeft: dialect.attempts, done })
      if (!current && !isResting) sendNext()
    })
  }

  function sendNext() {
    current = queue.shift()
    if (current) send(current)
  }

  function send(request: Request) {
    request.attemptsLeft -= 1
    line.write(encodeMessage(request.text, dialect.style))
    cancelTimer = timing.after(dialect.answerMs, () => tryAgain(request, 'does not answer'))
  }

  function tryAgain(request: Request, why: string) {
    cancelTimer()
    if (request.attemptsLeft > 0) cancelTimer = timing.after(dialect.gapMs, () => send(request))
    else {
      unanswered += 1
      if (unanswered === silentAfter) fallSilent()
      finish(request, new GeneratorSilent(`The generator ${why} (${request.text})`))
    }
  }

  function finish(request: Request, fault?: GeneratorSilent) {
    cancelTimer()
    if (!fault) unanswered = 0
    current = undefined
    isResting = true
    // The slow ones lose letters of a message that follows at once.
    cancelTimer = timing.after(dialect.gapMs, () => {
      isResting = false
      sendNext()
    })
    request.done(fault)
  }

  function fallSilent() {
    known = {}
    emit({ type: 'silent' })
  }

  function learn(key: Key, value: number) {
    if (known[key] === value) return
    known = { ...known, [key]: value }
    const values = complete()
    if (values) emit({ type: 'values', values })
  }

  function hear(message: SerialMessage) {
    const waiting = current
    if (message.kind === 'value') {
      const key = keyOfCommand(dialect, message.command)
      const value = key && valueOfDigits(dialect, key, message.digits)
      if (key === undefined || value === undefined) return
      learn(key, value)
      if (waiting?.key === key) finish(waiting)
    } else if (!waiting) return
    else if (message.kind === 'nak' || message.kind === 'bad-checksum')
      tryAgain(waiting, 'does not understand the line')
    else if (message.kind === 'error')
      finish(
        waiting,
        new GeneratorSilent(`The generator refuses ${waiting.text}: ER${message.code}`),
      )
    else if (message.kind === 'ack' && !waiting.isQuery) finish(waiting)
  }

  const ask = (key: Key) => request(key, queryText(dialect, key), true)

  async function poll() {
    try {
      for (const key of generatorKeys) await ask(key)
    } catch {
      // Told by `silent`; the next round tries again.
    }
    if (!isStopped) cancelPoll = timing.after(dialect.pollMs, () => void poll())
  }

  async function setOne(order: GeneratorOrder, value: number) {
    await request(order, valueText(dialect, order, value), false)
    await ask(order)
  }

  return {
    driver: 'serial',
    model: null,
    start: (listener) => {
      emit = listener
      line.open((bytes) => {
        for (const message of decode(bytes)) hear(message)
      }, fallSilent)
      void poll()
    },
    stop: () => {
      isStopped = true
      cancelPoll()
      cancelTimer()
      line.close()
    },
    status: complete,
    scales: () => usualScales,
    set: async (order, value) => {
      const before = complete()
      if (!before) throw new GeneratorSilent('The generator does not answer')
      const wanted = withOrder(before, order, value, usualScales, usualTube)
      // A lower current goes first: never for a moment more than the tube bears.
      const changed = generatorOrders.filter((key) => key !== order && wanted[key] !== before[key])
      for (const key of [...changed, order]) await setOne(key, wanted[key])
      await ask('mx')
      return complete() ?? wanted
    },
  }
}
