import type { GeneratorOrder } from '@talus/contract'
import { ValueNotInScale } from '../driver.ts'
import type { GeneratorScales, GeneratorValues } from '../driver.ts'
import { roundExact, findNearest, findNeighbour, isInScale } from './scales.ts'

export interface TubeLimits {
  readonly kilowatts: number
  readonly smallFocusMaMax: number
}
export const defaultTubeLimits: TubeLimits = { kilowatts: 32, smallFocusMaMax: 100 }

/** The exact mAs product, even between two values of the mAs scale (160 x 16 = 2.56). */
export const computeMx = (ma: number, ms: number): number => roundExact((ma * ms) / 1000)

export const computeMaMax = (kv: number, fo: number, tube: TubeLimits): number =>
  Math.min(fo === 0 ? tube.smallFocusMaMax : Infinity, (tube.kilowatts * 1000) / kv)

/**
 * The generator's values after an order, with a current within the tube's limits. A change of kV or
 * focus lowers the current if necessary, and never the chosen voltage. Throws for a value that is
 * not in the scale.
 */
export function applyOrder(
  values: GeneratorValues,
  order: GeneratorOrder,
  value: number,
  scales: GeneratorScales,
  tube: TubeLimits = defaultTubeLimits,
): GeneratorValues {
  if (!isInScale(scales, order, value))
    throw new ValueNotInScale(`The generator has no value ${value} for ${order}`)
  if (order === 'pw') return { ...values, pw: value }
  const set = { ...values, [order]: value }
  const allowed = scales.ma.filter((ma) => ma <= computeMaMax(set.kv, set.fo, tube))
  const ma = Math.min(set.ma, allowed.at(-1) ?? scales.ma[0] ?? set.ma)
  return { ...set, ma, mx: computeMx(ma, set.ms) }
}

/**
 * A step of mAs changes the time, not the current: the current affects the sharpness of the image.
 */
export function stepMx(
  values: GeneratorValues,
  direction: 1 | -1,
  scales: GeneratorScales,
): GeneratorValues {
  const mx = findNeighbour(scales.mx, values.mx, direction)
  const ms = findNearest(scales.ms, (mx * 1000) / values.ma)
  return { ...values, ms, mx: computeMx(values.ma, ms) }
}

/**
 * Whether the generator can expose; the connection, which this function does not know, must be open
 * too.
 */
export const isAvailable = ({ ex, pw }: GeneratorValues): boolean => ex === 0 && pw === 1

/** Below 10 `ex` is the phase of an exposure, from 10 on an error code. */
export const exState = { idle: 0, prep: 1, ready: 2, exposing: 3, firstError: 10 } as const

/** Whether the switch is pressed: from the preparation of the tube to the end of the radiation. */
export const isExposing = ({ ex }: Pick<GeneratorValues, 'ex'>): boolean =>
  ex > exState.idle && ex < exState.firstError
