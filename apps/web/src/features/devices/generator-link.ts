import { usualScales, valuesOf, withOrder } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import { routes } from '@talus/contract/routes'
import { call, callRaw } from '../../api/call.ts'
import { followStream } from '../../api/event-stream.ts'
import { generatorStore, isNoGenerator } from '../../api/generator.ts'
import { lineReader } from '../../api/stream-text.ts'
import { createStore } from '../../store.ts'
import { isAvailable, nothingHeard, settings, shownOf, stepOf } from './generator-state.ts'
import type { GeneratorKnowledge, Setting, Stepped, Values } from './generator-state.ts'
import { whileHeld } from './while-held.ts'

const longestWaitMs = 5000
const scalesAgainMs = 5000

const store = createStore(nothingHeard)
const change = (part: Partial<GeneratorKnowledge>) => store.set((now) => ({ ...now, ...part }))
const hear = (told: Values) => store.set((now) => ({ ...now, values: { ...now.values, ...told } }))

/** DEV-24: what a machine without a generator shows, set in the browser alone. */
const simulated = createStore<GeneratorValues>({
  kv: 60,
  ma: 100,
  ms: 20,
  mx: 2,
  fo: 0,
  ex: 0,
  pw: 1,
  ws: 1,
})

async function askForScales(signal: AbortSignal) {
  try {
    const scales = await call(routes.generator.scales, {}, { signal, isQuiet: true })
    if (!signal.aborted) change({ scales })
  } catch (error) {
    if (signal.aborted || isNoGenerator(error)) return
    const again = setTimeout(() => void askForScales(signal), scalesAgainMs)
    signal.addEventListener('abort', () => clearTimeout(again))
  }
}

const held = whileHeld({
  start: (signal) => {
    change({ isStreamOpen: false, isTried: false })
    const stream = {
      reader: () => lineReader((line) => hear(valuesOf(line))),
      onOpen: () => {
        change({ isStreamOpen: true, isTried: true })
        generatorStore.set('on')
      },
      onClose: (error: unknown) => {
        change({ isStreamOpen: false, isTried: true })
        if (isNoGenerator(error)) generatorStore.set('disabled')
      },
      longestWaitMs,
    }
    void followStream(routes.generator.events, {}, stream, signal)
    void askForScales(signal)
  },
  onEnd: () => store.set((now) => ({ ...nothingHeard, scales: now.scales })),
  mayRest: () => store.get().values.ex === 0,
})

/** Orders on their way, the latest value of each; the generator takes one at a time. */
const queue = new Map<Setting, number>()
let sending: Promise<void> | undefined

const order = (setting: Setting, value: number) =>
  callRaw(
    routes.generator.order,
    { params: { order: setting }, query: { value: String(value) } },
    async (response) => valuesOf(await response.text()),
    { isQuiet: true },
  )

async function sendAll() {
  try {
    for (let next = first(); next; next = first()) {
      const { setting, value } = next
      queue.delete(setting)
      hear(await order(setting, value))
      // The answer wins, unless somebody has gone on meanwhile.
      if (!queue.has(setting)) settle(setting)
    }
  } catch (error) {
    // What it is really set to shows again, whatever else was on the way.
    queue.clear()
    change({ wanted: {} })
    throw error
  } finally {
    // At once: what is wanted from now on needs a sender of its own.
    sending = undefined
  }
}

function first() {
  const setting = settings.find((one) => queue.has(one))
  const value = setting && queue.get(setting)
  return setting === undefined || value === undefined ? undefined : { setting, value }
}

const settle = (setting: Setting) =>
  store.set((now) => {
    const { [setting]: _settled, ...wanted } = now.wanted
    return { ...now, wanted }
  })

/** Sets values, shown at once; fails with what the server says, once for all of them. */
async function set(wanted: Partial<Record<Setting, number>>): Promise<void> {
  if (generatorStore.get() === 'disabled') {
    for (const setting of settings) {
      const value = wanted[setting]
      if (value !== undefined) simulated.set((now) => withOrder(now, setting, value, usualScales))
    }
    return
  }
  for (const setting of settings) {
    const value = wanted[setting]
    if (value !== undefined) queue.set(setting, value)
  }
  store.set((now) => ({ ...now, wanted: { ...now.wanted, ...wanted } }))
  sending ??= sendAll()
  await sending
}

/** A step from what is shown now; at the end of the scale nothing happens. */
async function step(key: Stepped, direction: 1 | -1): Promise<void> {
  const isDisabled = generatorStore.get() === 'disabled'
  const values = isDisabled ? simulated.get() : shownOf(store.get())
  const scales = isDisabled ? usualScales : store.get().scales
  const next = scales && stepOf(key, direction, values, scales)
  if (next) await set({ [next.setting]: next.value })
}

/** One connection to the generator for the whole page, open while somebody holds it. */
export const generatorLink = {
  store,
  simulated,
  hold: held.hold,
  /** Connects now, where a connection has failed and is waited with. */
  again: () => {
    const { isStreamOpen, isTried } = store.get()
    if (isTried && !isStreamOpen) held.again()
  },
  set,
  step,
  isAvailable: () => isAvailable(store.get()),
}
