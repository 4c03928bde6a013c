import { generatorKeys, generatorOrders } from '@talus/contract'
import type { GeneratorOrder } from '@talus/contract'
import { GeneratorSilent } from '../driver.ts'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '../driver.ts'
import { defaultScales } from '../generator/scales.ts'
import { defaultTubeLimits, applyOrder } from '../generator/technique.ts'
import type { Timing } from '../timing.ts'
import { findKey, formatQuery, defaultDialect, parseDigits, formatValue } from './dialect.ts'
import type { SerialDialect } from './dialect.ts'
import { encodeMessage, createSerialDecoder } from './messages.ts'
import type { SerialMessage } from './messages.ts'

/** A serial port, or its replacement in a test. */
export interface SerialPort {
  readonly write: (bytes: Uint8Array) => void
  /** Opens the port, and reopens it whenever it is closed, until `close`. */
  readonly open: (onBytes: (bytes: Uint8Array) => void, onClosed: () => void) => void
  readonly close: () => void
}

type Key = (typeof generatorKeys)[number]
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
 * A generator on a serial port: it gets one message at a time, each change is read back, and its
 * state is polled once a second. The driver has no command that prepares or exposes.
 */
export function createSerialGenerator(
  port: SerialPort,
  timing: Timing,
  dialect: SerialDialect = defaultDialect,
): GeneratorDriver {
  const decode = createSerialDecoder(dialect.style)
  const queue: Request[] = []
  let emit: (event: GeneratorEvent) => void = () => undefined
  let known: Partial<GeneratorValues> = {}
  let current: Request | undefined
  let cancelTimer: () => void = () => undefined
  let cancelPoll: () => void = () => undefined
  let unanswered = 0
  let isPausing = false
  let isStopped = false

  const getValues = (): GeneratorValues | undefined => {
    const all = generatorKeys.flatMap((key) => (known[key] === undefined ? [] : [key]))
    return all.length === generatorKeys.length ? (known as GeneratorValues) : undefined
  }

  function request(key: Key, text: string, isQuery: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (fault?: GeneratorSilent) => (fault ? reject(fault) : resolve())
      queue.push({ text, key, isQuery, attemptsLeft: dialect.attempts, done })
      if (!current && !isPausing) sendNext()
    })
  }

  function sendNext() {
    current = queue.shift()
    if (current) send(current)
  }

  function send(request: Request) {
    request.attemptsLeft -= 1
    port.write(encodeMessage(request.text, dialect.style))
    cancelTimer = timing.after(dialect.answerMs, () => retry(request, 'does not answer'))
  }

  function retry(request: Request, why: string) {
    cancelTimer()
    if (request.attemptsLeft > 0) cancelTimer = timing.after(dialect.gapMs, () => send(request))
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

  function onSilent() {
    known = {}
    emit({ type: 'silent' })
  }

  function updateValue(key: Key, value: number) {
    if (known[key] === value) return
    known = { ...known, [key]: value }
    const values = getValues()
    if (values) emit({ type: 'values', values })
  }

  function onMessage(message: SerialMessage) {
    const waiting = current
    if (message.kind === 'value') {
      const key = findKey(dialect, message.command)
      const value = key && parseDigits(dialect, key, message.digits)
      if (key === undefined || value === undefined) return
      updateValue(key, value)
      if (waiting?.key === key) finish(waiting)
    } else if (!waiting) return
    else if (message.kind === 'nak' || message.kind === 'bad-checksum')
      retry(waiting, 'does not understand the line')
    else if (message.kind === 'error')
      finish(
        waiting,
        new GeneratorSilent(`The generator refuses ${waiting.text}: ER${message.code}`),
      )
    else if (message.kind === 'ack' && !waiting.isQuery) finish(waiting)
  }

  const query = (key: Key) => request(key, formatQuery(dialect, key), true)

  async function poll() {
    try {
      for (const key of generatorKeys) await query(key)
    } catch {
      // Reported by the `silent` event; the next poll tries again.
    }
    if (!isStopped) cancelPoll = timing.after(dialect.pollMs, () => void poll())
  }

  async function setOne(order: GeneratorOrder, value: number) {
    await request(order, formatValue(dialect, order, value), false)
    await query(order)
  }

  return {
    driver: 'serial',
    model: null,
    start: (listener) => {
      emit = listener
      port.open((bytes) => {
        for (const message of decode(bytes)) onMessage(message)
      }, onSilent)
      void poll()
    },
    stop: () => {
      isStopped = true
      cancelPoll()
      cancelTimer()
      port.close()
    },
    status: getValues,
    scales: () => defaultScales,
    set: async (order, value) => {
      const before = getValues()
      if (!before) throw new GeneratorSilent('The generator does not answer')
      const target = applyOrder(before, order, value, defaultScales, defaultTubeLimits)
      // A lower current is set first, so that the tube's limit is not exceeded even for a moment.
      const changed = generatorOrders.filter((key) => key !== order && target[key] !== before[key])
      for (const key of [...changed, order]) await setOne(key, target[key])
      await query('mx')
      return getValues() ?? target
    },
  }
}
