import type { StackSlice } from '@talus/contract'

/**
 * The physical quantity of a modality value, such as a diffusion coefficient: Real World Value Mapping
 * is a function of stored values (PS3.3 C.7.6.16.2.11).
 */
export function convertToRealWorld(
  { slope, intercept, realWorld }: Pick<StackSlice, 'slope' | 'intercept' | 'realWorld'>,
  value: number,
): { readonly value: number; readonly unit: string } | undefined {
  if (!realWorld) return undefined
  const stored = (value - intercept) / slope
  return { value: realWorld.slope * stored + realWorld.intercept, unit: realWorld.unit }
}
