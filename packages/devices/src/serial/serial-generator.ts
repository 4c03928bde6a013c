import { generatorKeys, generatorOrders } from '@talus/contract'
import type { GeneratorOrder } from '@talus/contract'
import { GeneratorSilent } from '../driver.ts'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '../driver.ts'
import { defaultScales } from '../generator/scales.ts'
import { defaultTubeLimits, applyOrder } from '../generator/technique.ts'
import type { Timing } from '../timing.ts'
import { findKey, formatQuery, defaultDialect, parseDigits, formatValue } from './dialect.ts'
import type { SerialDialect } from './dialect.ts'
import { createSerialDecoder } from './messages.ts'
import type { SerialMessage } from './messages.ts'
import { createRequestQueue } from './request-queue.ts'
import type { Key } from './request-queue.ts'
import type { SerialPort } from './serial-port.ts'

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
  let emit: (event: GeneratorEvent) => void = () => undefined
  let known: Partial<GeneratorValues> = {}
  let cancelPoll: () => void = () => undefined
  let isStopped = false

  const requests = createRequestQueue(port, timing, dialect, onSilent)

  const getValues = (): GeneratorValues | undefined => {
    const all = generatorKeys.flatMap((key) => (known[key] === undefined ? [] : [key]))
    return all.length === generatorKeys.length ? (known as GeneratorValues) : undefined
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
    const waiting = requests.current()
    if (message.kind === 'value') {
      const key = findKey(dialect, message.command)
      const value = key && parseDigits(dialect, key, message.digits)
      if (key === undefined || value === undefined) return
      updateValue(key, value)
      if (waiting?.key === key) requests.finish(waiting)
    } else if (!waiting) return
    else if (message.kind === 'nak' || message.kind === 'bad-checksum')
      requests.retry(waiting, 'does not understand the line')
    else if (message.kind === 'error')
      requests.finish(
        waiting,
        new GeneratorSilent(`The generator refuses ${waiting.text}: ER${message.code}`),
      )
    else if (message.kind === 'ack' && !waiting.isQuery) requests.finish(waiting)
  }

  const query = (key: Key) => requests.send(key, formatQuery(dialect, key), true)

  async function poll() {
    try {
      for (const key of generatorKeys) await query(key)
    } catch {
      // Reported by the `silent` event; the next poll tries again.
    }
    if (!isStopped) cancelPoll = timing.after(dialect.pollMs, () => void poll())
  }

  async function setOne(order: GeneratorOrder, value: number) {
    await requests.send(order, formatValue(dialect, order, value), false)
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
      requests.stop()
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
