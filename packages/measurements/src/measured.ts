import type { Measured, MeasuredName, Spacing } from './tool.ts'

/** Tenths of a millimetre, as fine as a detector can see; pixels have no more than tenths either. */
export const lengthMeasured = (
  name: MeasuredName,
  value: number,
  { unit }: Spacing,
  decimals = 1,
): Measured => ({ name, value, unit, decimals })

export const angleMeasured = (name: MeasuredName, value: number, decimals = 1): Measured => ({
  name,
  value,
  unit: 'deg',
  decimals,
})
