const usual = [1, 2, 5, 10, 15, 20, 25, 30, 40, 60]

/** Frames in a second to choose from, with the one in use. */
export const ratesWith = (rate: number): readonly number[] =>
  [...new Set([...usual, rate])].toSorted((a, b) => a - b)

/** In pixels of the page: an image above a bar is as much lower. */
export const barHeight = { fine: 40, coarse: 52 } as const
