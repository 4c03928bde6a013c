/** IEC 62494-1: the index is a hundred times the air kerma at the detector in microgray, at RQA5. */
export const exposureIndexOf = (microgray: number) => 100 * microgray

/** In tenths of a decade: +3 is twice as much as wanted, -3 is half. Null where nothing arrived. */
export const deviationIndexOf = (index: number, target: number): number | null =>
  index > 0 && target > 0 ? 10 * Math.log10(index / target) : null

/** As in AAPM's TG-116; what a colour on the screen stands for. */
export const exposureBands = [
  'repeat',
  'under',
  'slightly under',
  'on target',
  'slightly over',
  'over',
  'excessive',
] as const
export type ExposureBand = (typeof exposureBands)[number]

export function bandOf(deviation: number): ExposureBand {
  const amount = Math.abs(deviation)
  if (amount <= 0.5) return 'on target'
  const isOver = deviation > 0
  if (amount <= 1) return isOver ? 'slightly over' : 'slightly under'
  if (amount <= 3) return isOver ? 'over' : 'under'
  return isOver ? 'excessive' : 'repeat'
}
