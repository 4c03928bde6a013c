import { exState, computeMx, findNearest, findNeighbour } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'

/** Values that the user sets; all others are reported by the generator. */
export const generatorSettings = ['fo', 'kv', 'ma', 'ms'] as const
export type GeneratorSetting = (typeof generatorSettings)[number]
/** Values that have a box with − and +. */
export type SteppedValue = 'kv' | 'ma' | 'ms' | 'mx'

export type KnownValues = Partial<GeneratorValues>
/** The allowed values of each setting; a scale that the generator does not report is missing. */
export type GeneratorScales = Readonly<Record<string, readonly number[] | undefined>>

export interface GeneratorState {
  readonly isStreamOpen: boolean
  /** False after a poll without an answer: a bridge that hangs keeps its stream open. */
  readonly isAnswering: boolean
  /** True once a connection has been made or has failed. */
  readonly wasAttempted: boolean
  /** The values last reported by the generator. */
  readonly values: KnownValues
  /** Values being sent to the generator; they are shown at once. */
  readonly pending: Partial<Record<GeneratorSetting, number>>
  readonly scales: GeneratorScales | undefined
}

export const initialGeneratorState: GeneratorState = {
  isStreamOpen: false,
  isAnswering: true,
  wasAttempted: false,
  values: {},
  pending: {},
  scales: undefined,
}

/** Adds values that the generator has reported; a report shows that its bridge answers again. */
export const applyReport = (now: GeneratorState, received: KnownValues): GeneratorState => ({
  ...now,
  isAnswering: true,
  values: { ...now.values, ...received },
})

/** Adds the result of a poll. A report that arrived meanwhile is newer than a missing answer. */
export const applyPoll = (
  now: GeneratorState,
  isAnswering: boolean,
  valuesAtRequest: KnownValues,
): GeneratorState => ({ ...now, isAnswering: isAnswering || now.values !== valuesAtRequest })

/** Returns the reported values overlaid with the pending ones; mAs is recomputed from mA and ms. */
export function getShownValues({
  values,
  pending,
}: Pick<GeneratorState, 'values' | 'pending'>): KnownValues {
  const shown = { ...values, ...pending }
  if (pending.ma === undefined && pending.ms === undefined) return shown
  const { ma, ms } = shown
  return ma === undefined || ms === undefined ? shown : { ...shown, mx: computeMx(ma, ms) }
}

export const isGeneratorConnected = ({
  isStreamOpen,
  isAnswering,
}: Pick<GeneratorState, 'isStreamOpen' | 'isAnswering'>): boolean => isStreamOpen && isAnswering

/** A generator is available if it is connected, idle and switched on. */
export const isGeneratorAvailable = ({ values, ...connection }: GeneratorState): boolean =>
  isGeneratorConnected(connection) && values.ex === exState.idle && values.pw === 1

/**
 * Returns the setting that a step changes and its new value; undefined at the end of the scale. mAs
 * is not set but is the product of mA and ms: a step of it changes the time, because the current
 * determines the sharpness.
 */
export function computeStep(
  key: SteppedValue,
  direction: 1 | -1,
  values: KnownValues,
  scales: GeneratorScales,
): { readonly setting: GeneratorSetting; readonly value: number } | undefined {
  if (key !== 'mx') {
    const now = values[key]
    const scale = scales[key]
    if (now === undefined || scale === undefined || scale.length === 0) return undefined
    const value = findNeighbour(scale, now, direction)
    return isStep(now, value, direction) ? { setting: key, value } : undefined
  }
  const { ma, ms, mx } = values
  if (ma === undefined || ms === undefined || mx === undefined || ma <= 0) return undefined
  const times = scales['ms'] ?? []
  const products = scales['mx'] ?? []
  const value =
    products.length > 0 && times.length > 0
      ? findNearest(times, (findNeighbour(products, mx, direction) * 1000) / ma)
      : ms
  if (isStep(ms, value, direction)) return { setting: 'ms', value }
  // The mAs scale is finer than the time scale: the next time gives the next product.
  return computeStep('ms', direction, values, scales)
}

const isStep = (now: number, value: number, direction: 1 | -1) => (value - now) * direction > 0

/** The focal spot sizes, with the initials that the generator's own display shows. */
export const focalSizes = [
  { fo: 0, initial: 'S', name: 'small' },
  { fo: 1, initial: 'L', name: 'large' },
] as const

export const getFocalSize = (fo: number | undefined) => focalSizes.find((size) => size.fo === fo)
/** Finds a focal size by the first letter of `initial`, ignoring case. */
export const findFocalSizeByInitial = (initial: string) =>
  focalSizes.find((size) => size.initial === initial.slice(0, 1).toUpperCase())

/** Returns the next focal size that the generator supports; undefined if there is no other. */
export function getNextFocus(
  fo: number | undefined,
  scales: GeneratorScales | undefined,
): number | undefined {
  const known = scales?.['fo'] ?? focalSizes.map((size) => size.fo)
  const index = known.findIndex((value) => value === fo)
  const next = known[(index + 1) % known.length]
  return next === fo ? undefined : next
}
