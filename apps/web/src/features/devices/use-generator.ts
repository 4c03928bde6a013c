import { usualScales } from '@talus/devices'
import { useEffect } from 'react'
import { generatorStore } from '../../api/generator.ts'
import { useStore } from '../../store.ts'
import { generatorLink } from './generator-link.ts'
import { isAvailable, shownOf } from './generator-state.ts'
import type { Scales, Setting, Stepped, Values } from './generator-state.ts'

export interface GeneratorView {
  /** This machine has none: the values are simulated, and nothing waits for it. */
  readonly isDisabled: boolean
  /** Ready for an exposure: switched on, without an error, connected. */
  readonly isAvailable: boolean
  readonly isConnecting: boolean
  readonly isStreamOpen: boolean
  /** As the boxes show them; what nobody has told is missing. */
  readonly values: Values
  readonly scales: Scales | undefined
  /** Shown at once; what the generator makes of it shows as soon as it says so. */
  readonly set: (wanted: Partial<Record<Setting, number>>) => Promise<void>
  readonly step: (key: Stepped, direction: 1 | -1) => Promise<void>
}

/** The generator as it is now; connected as long as the component is shown and there is one. */
export function useGenerator(): GeneratorView {
  const isDisabled = useStore(generatorStore) === 'disabled'
  const heard = useStore(generatorLink.store)
  const simulated = useStore(generatorLink.simulated)
  useEffect(() => (isDisabled ? undefined : generatorLink.hold()), [isDisabled])
  const { set, step } = generatorLink
  if (isDisabled)
    return {
      isDisabled,
      isAvailable: true,
      isConnecting: false,
      isStreamOpen: false,
      set,
      step,
      values: simulated,
      scales: usualScales,
    }
  return {
    isDisabled,
    isAvailable: isAvailable(heard),
    isConnecting: !heard.isTried,
    isStreamOpen: heard.isStreamOpen,
    values: shownOf(heard),
    scales: heard.scales,
    set,
    step,
  }
}
