import type { MeasuredValue, MeasuredValueName, Spacing } from './tool-types.ts'

/** Tenths of a millimetre match the resolution of a detector; pixels are shown in tenths too. */
export const toLengthValue = (
  name: MeasuredValueName,
  value: number,
  { unit }: Spacing,
  decimals = 1,
): MeasuredValue => ({ name, value, unit, decimals })

export const toAngleValue = (
  name: MeasuredValueName,
  value: number,
  decimals = 1,
): MeasuredValue => ({
  name,
  value,
  unit: 'deg',
  decimals,
})
