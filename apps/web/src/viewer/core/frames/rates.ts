const commonRates = [1, 2, 5, 10, 15, 20, 25, 30, 40, 60]

/** Frames per second to choose from, including the current rate. */
export const listRates = (rate: number): readonly number[] =>
  [...new Set([...commonRates, rate])].toSorted((a, b) => a - b)

/** Height of the frame bar in CSS pixels; touch needs more. */
export const getBarHeight = (): number => (matchMedia('(pointer: coarse)').matches ? 52 : 40)
