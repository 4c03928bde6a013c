import { routes } from '@talus/contract/routes'
import { createStore } from '../store.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { isLocal } from './page-settings.ts'

/** Disabled: this machine has none, so nothing waits for it. */
export type Generator = 'unknown' | 'on' | 'disabled'
export const generatorStore = createStore<Generator>('unknown')

export const isNoGenerator = (error: unknown) => error instanceof ApiError && error.status === 501

/** Never in the way of anything: a machine without a generator answers 501 and works without. */
export async function switchGeneratorOn(): Promise<void> {
  if (!isLocal) return
  await call(routes.generator.power, { body: { value: 1 } }, { isQuiet: true }).then(
    () => generatorStore.set('on'),
    (error: unknown) => {
      if (isNoGenerator(error)) generatorStore.set('disabled')
    },
  )
}

export async function switchGeneratorOff(signal: AbortSignal) {
  if (!isLocal || generatorStore.get() === 'disabled') return
  await call(routes.generator.power, { body: { value: 0 } }, { isQuiet: true, signal }).catch(
    () => undefined,
  )
  generatorStore.set('unknown')
}
