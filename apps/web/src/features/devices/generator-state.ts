import { exState, mxOf, nearest, neighbour } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'

/** What a person sets; the rest is the generator's own to say. */
export const settings = ['fo', 'kv', 'ma', 'ms'] as const
export type Setting = (typeof settings)[number]
/** What has a box with − and +. */
export type Stepped = 'kv' | 'ma' | 'ms' | 'mx'

export type Values = Partial<GeneratorValues>
/** Of a generator that does not tell some of them, those are missing. */
export type Scales = Readonly<Record<string, readonly number[] | undefined>>

export interface GeneratorKnowledge {
  readonly isStreamOpen: boolean
  /** A connection has been made, or could not be. */
  readonly isTried: boolean
  /** As the generator said last. */
  readonly values: Values
  /** On the way to the generator, shown at once. */
  readonly wanted: Partial<Record<Setting, number>>
  readonly scales: Scales | undefined
}

export const nothingHeard: GeneratorKnowledge = {
  isStreamOpen: false,
  isTried: false,
  values: {},
  wanted: {},
  scales: undefined,
}

/** As it is or will be in a moment, with mAs as the product that it is (DEV-22). */
export function shownOf({ values, wanted }: Pick<GeneratorKnowledge, 'values' | 'wanted'>): Values {
  const shown = { ...values, ...wanted }
  if (wanted.ma === undefined && wanted.ms === undefined) return shown
  const { ma, ms } = shown
  return ma === undefined || ms === undefined ? shown : { ...shown, mx: mxOf(ma, ms) }
}

/** DEV-17 */
export const isAvailable = ({ isStreamOpen, values }: GeneratorKnowledge): boolean =>
  isStreamOpen && values.ex === exState.idle && values.pw === 1

/**
 * DEV-21: what a step changes, to which neighbouring value; undefined where there is none. mAs is not
 * set but made of mA and ms: a step of it moves the time, as the current decides how sharp it gets.
 */
export function stepOf(
  key: Stepped,
  direction: 1 | -1,
  values: Values,
  scales: Scales,
): { readonly setting: Setting; readonly value: number } | undefined {
  if (key !== 'mx') {
    const now = values[key]
    const scale = scales[key]
    if (now === undefined || scale === undefined || scale.length === 0) return undefined
    const value = neighbour(scale, now, direction)
    return isStep(now, value, direction) ? { setting: key, value } : undefined
  }
  const { ma, ms, mx } = values
  if (ma === undefined || ms === undefined || mx === undefined || ma <= 0) return undefined
  const times = scales['ms'] ?? []
  const products = scales['mx'] ?? []
  const value =
    products.length > 0 && times.length > 0
      ? nearest(times, (neighbour(products, mx, direction) * 1000) / ma)
      : ms
  if (isStep(ms, value, direction)) return { setting: 'ms', value }
  // Its scale is finer than that of the time: the next time is the next product.
  return stepOf('ms', direction, values, scales)
}

const isStep = (now: number, value: number, direction: 1 | -1) => (value - now) * direction > 0

/** DEV-26: by the initial of the name, as the generator's own display has them. */
export const focalSizes = [
  { fo: 0, initial: 'S', name: 'small' },
  { fo: 1, initial: 'L', name: 'large' },
] as const

export const focalSizeOf = (fo: number | undefined) => focalSizes.find((size) => size.fo === fo)
/** DEV-23 */
export const focalSizeBy = (initial: string) =>
  focalSizes.find((size) => size.initial === initial.slice(0, 1).toUpperCase())

/** The next of those that the generator has. */
export function otherFocus(fo: number | undefined, scales: Scales | undefined): number | undefined {
  const known = scales?.['fo'] ?? focalSizes.map((size) => size.fo)
  const place = known.findIndex((value) => value === fo)
  const next = known[(place + 1) % known.length]
  return next === fo ? undefined : next
}
