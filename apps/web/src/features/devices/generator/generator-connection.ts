import { defaultScales, parseGeneratorStatus, applyOrder } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import { limits } from '@talus/contract'
import type { EnteredTechnique, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call, callRaw } from '../../../api/call.ts'
import { subscribeToStream } from '../../../api/event-stream.ts'
import type { StreamListener } from '../../../api/event-stream.ts'
import { generatorStore, isNoGenerator } from '../../../api/generator.ts'
import { pageId } from '../../../api/page-id.ts'
import { createLineReader } from '../../../api/stream-parser.ts'
import { onXRayRoomChange, workplaceStore } from '../../../api/workplace.ts'
import { createSessionStore, onSignOut } from '../../../session-state.ts'
import { createStore } from '../../../store.ts'
import {
  applyPoll,
  applyReport,
  isGeneratorAvailable,
  initialGeneratorState,
  generatorSettings,
  getShownValues,
  computeStep,
} from './generator-state.ts'
import type {
  GeneratorState,
  GeneratorSetting,
  SteppedValue,
  KnownValues,
} from './generator-state.ts'
import { createSharedConnection } from '../shared-connection.ts'

const maxReconnectMs = 5000
const scalesRetryMs = 5000

const store = createStore(initialGeneratorState)
const change = (part: Partial<GeneratorState>) => store.set((now) => ({ ...now, ...part }))
const mergeValues = (received: KnownValues) => store.set((now) => applyReport(now, received))

/** Values shown on a computer without a generator; they are kept in the browser only. */
const simulated = createSessionStore<GeneratorValues>({
  kv: 60,
  ma: 100,
  ms: 20,
  mx: 2,
  fo: 0,
  ex: 0,
  pw: 1,
  ws: 1,
})

async function fetchScales(signal: AbortSignal) {
  try {
    const scales = await call(routes.generator.scales, {}, { signal, isQuiet: true })
    if (!signal.aborted) change({ scales })
  } catch (error) {
    if (signal.aborted || isNoGenerator(error)) return
    const retry = setTimeout(() => void fetchScales(signal), scalesRetryMs)
    signal.addEventListener('abort', () => clearTimeout(retry))
  }
}

/** A bridge that hangs keeps the stream open; only a request shows that it does not answer. */
async function poll(signal: AbortSignal) {
  const valuesAtRequest = store.get().values
  const pollSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.sensorPollMs)])
  const isAnswering = await callRaw(routes.generator.status, {}, (response) => response.text(), {
    signal: pollSignal,
    isQuiet: true,
  }).then(
    () => true,
    (error: unknown) => isNoGenerator(error),
  )
  if (!signal.aborted) store.set((now) => applyPoll(now, isAnswering, valuesAtRequest))
}

const connection = createSharedConnection({
  start: (signal) => {
    change({ isStreamOpen: false, isAnswering: true, wasAttempted: false })
    const stream: StreamListener = {
      createReader: () => createLineReader((line) => mergeValues(parseGeneratorStatus(line))),
      onOpen: () => {
        change({ isStreamOpen: true, wasAttempted: true })
        generatorStore.set('on')
      },
      onClose: (error: unknown) => {
        change({ isStreamOpen: false, wasAttempted: true })
        if (isNoGenerator(error)) generatorStore.set('disabled')
      },
      maxWaitMs: maxReconnectMs,
    }
    void subscribeToStream({ kind: 'generator' }, stream, signal)
    void fetchScales(signal)
    const polls = setInterval(() => void poll(signal), limits.sensorPollMs)
    signal.addEventListener('abort', () => clearInterval(polls))
  },
  onEnd: () => store.set((now) => ({ ...initialGeneratorState, scales: now.scales })),
  mayPause: () => store.get().values.ex === 0,
})

interface Order {
  readonly value: number
  readonly studyId: StudyId | undefined
}
/** Pending orders with the latest value of each setting; the generator accepts one at a time. */
const queue = new Map<GeneratorSetting, Order>()
/** The values that this page has ordered for a study, which another page may have replaced. */
const ordered = createSessionStore<{
  readonly studyId: StudyId | undefined
  readonly values: Partial<Record<GeneratorSetting, number>>
}>({ studyId: undefined, values: {} })
let sending: Promise<void> | undefined
onSignOut(() => {
  queue.clear()
  change({ pending: {} })
})

onXRayRoomChange(() => {
  // Another X-ray room has another generator: no value of the previous one may stay on the screen.
  queue.clear()
  ordered.set({ studyId: undefined, values: {} })
  store.set(initialGeneratorState)
  connection.reconnect()
})

const order = (setting: GeneratorSetting, { value, studyId }: Order) =>
  callRaw(
    routes.generator.order,
    {
      params: { order: setting },
      query: { value: String(value), page: pageId, ...(studyId === undefined ? {} : { studyId }) },
    },
    async (response) => parseGeneratorStatus(await response.text()),
    { isQuiet: true },
  )

async function sendAll() {
  try {
    for (let next = first(); next; next = first()) {
      const { setting, pending } = next
      queue.delete(setting)
      const { xRayRoom } = workplaceStore.get()
      const values = await order(setting, pending)
      // The response of a generator in the previous X-ray room says nothing about this one.
      if (xRayRoom === workplaceStore.get().xRayRoom) mergeValues(values)
      // The response counts, unless the user has set another value meanwhile.
      if (!queue.has(setting)) settle(setting)
    }
  } catch (error) {
    // Shows the values reported by the generator again; the other pending orders are dropped.
    queue.clear()
    change({ pending: {} })
    throw error
  } finally {
    // Reset without an await in between, so that an order from now on starts a new sender.
    sending = undefined
  }
}

function first() {
  const setting = generatorSettings.find((one) => queue.has(one))
  const pending = setting && queue.get(setting)
  return setting === undefined || pending === undefined ? undefined : { setting, pending }
}

const settle = (setting: GeneratorSetting) =>
  store.set((now) => {
    const { [setting]: _settled, ...pending } = now.pending
    return { ...now, pending }
  })

/**
 * Sets values, which are shown at once; rejects once for all of them, with the error of the server.
 */
async function set(
  changes: Partial<Record<GeneratorSetting, number>>,
  studyId?: StudyId,
): Promise<void> {
  if (generatorStore.get() === 'disabled') {
    for (const setting of generatorSettings) {
      const value = changes[setting]
      if (value !== undefined)
        simulated.set((now) => applyOrder(now, setting, value, defaultScales))
    }
    return
  }
  for (const setting of generatorSettings) {
    const value = changes[setting]
    if (value !== undefined) queue.set(setting, { value, studyId })
  }
  ordered.set((now) => ({
    studyId,
    values: now.studyId === studyId ? { ...now.values, ...changes } : changes,
  }))
  store.set((now) => ({ ...now, pending: { ...now.pending, ...changes } }))
  sending ??= sendAll()
  await sending
}

/** Steps from the shown value; does nothing at the end of the scale. */
async function step(key: SteppedValue, direction: 1 | -1, studyId?: StudyId): Promise<void> {
  const isDisabled = generatorStore.get() === 'disabled'
  const values = isDisabled ? simulated.get() : getShownValues(store.get())
  const scales = isDisabled ? defaultScales : store.get().scales
  const next = scales && computeStep(key, direction, values, scales)
  if (next) await set({ [next.setting]: next.value }, studyId)
}

/**
 * Sets the generator again to the values of this page, after another page has set it for another
 * animal; values that this page has not ordered are those that it shows.
 */
export async function restoreGenerator(studyId: StudyId): Promise<void> {
  const shown = getShownValues(store.get())
  const own = ordered.get().studyId === studyId ? ordered.get().values : {}
  const changes: Partial<Record<GeneratorSetting, number>> = {}
  for (const setting of generatorSettings) {
    const value = own[setting] ?? shown[setting]
    if (value !== undefined) changes[setting] = value
  }
  await set(changes, studyId)
}

/** The connection to the generator, shared by the whole page and open while a component uses it. */
export const generatorConnection = {
  store,
  simulated,
  acquire: connection.acquire,
  /** Reconnects, or asks again, now instead of at the next retry. */
  reconnect: () => {
    const { isStreamOpen, isAnswering, wasAttempted } = store.get()
    if (wasAttempted && !isStreamOpen) connection.reconnect()
    else if (!isAnswering) void poll(AbortSignal.timeout(limits.sensorPollMs))
  },
  set,
  step,
  isAvailable: () => isGeneratorAvailable(store.get()),
}

/**
 * The technique on the screen of a computer without a generator, to be stored with an exposure. mA
 * and ms are not on the screen, so they are not part of it.
 */
export function getEnteredTechnique(): EnteredTechnique | undefined {
  if (generatorStore.get() !== 'disabled') return undefined
  const { kv, mx, fo } = simulated.get()
  return { kv, mx, fo: fo === 0 ? 0 : 1 }
}

/** Calls the listener when the user changes the technique of a computer without a generator. */
export const onEnteredTechnique = (listener: () => void) => simulated.subscribe(listener)
