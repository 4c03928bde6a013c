import type { GeneratorOrder } from '@talus/contract'
import type { GeneratorScales, GeneratorValues } from '../driver.ts'
import { exact, nearest, neighbour } from './scales.ts'

export interface TubeLimits {
  readonly kilowatts: number
  readonly smallFocusMaMax: number
}
export const usualTube: TubeLimits = { kilowatts: 32, smallFocusMaMax: 100 }

/** DEV-22: the exact product, even between two values of the mAs scale (160 x 16 = 2.56). */
export const mxOf = (ma: number, ms: number): number => exact((ma * ms) / 1000)

export const maMaxOf = (kv: number, fo: number, tube: TubeLimits): number =>
  Math.min(fo === 0 ? tube.smallFocusMaMax : Infinity, (tube.kilowatts * 1000) / kv)

/**
 * What the generator would be set to: a value of the scale, and a current that the tube bears. A
 * change of kV or focus lowers the current where it must, and never the voltage that was just chosen.
 */
export function withOrder(
  values: GeneratorValues,
  order: GeneratorOrder,
  value: number,
  scales: GeneratorScales,
  tube: TubeLimits = usualTube,
): GeneratorValues {
  if (order === 'pw') return { ...values, pw: value === 0 ? 0 : 1 }
  const set = { ...values, [order]: nearest(scales[order], value) }
  const bearable = scales.ma.filter((ma) => ma <= maMaxOf(set.kv, set.fo, tube))
  const ma = Math.min(set.ma, bearable.at(-1) ?? scales.ma[0] ?? set.ma)
  return { ...set, ma, mx: mxOf(ma, set.ms) }
}

/** One step of mAs moves the time: the current decides how sharp the picture is. */
export function stepMx(
  values: GeneratorValues,
  direction: 1 | -1,
  scales: GeneratorScales,
): GeneratorValues {
  const mx = neighbour(scales.mx, values.mx, direction)
  const ms = nearest(scales.ms, (mx * 1000) / values.ma)
  return { ...values, ms, mx: mxOf(values.ma, ms) }
}

/** DEV-17, without the connection, which only the listener knows. */
export const isAvailable = ({ ex, pw }: GeneratorValues): boolean => ex === 0 && pw === 1

/** Below 10 `ex` tells how far an exposure is, from 10 on what went wrong. */
export const exState = { idle: 0, prep: 1, ready: 2, exposing: 3, firstError: 10 } as const
