/** IEC 62494-1: the index is 100 times the air kerma at the detector in microgray, at RQA5. */
export const computeExposureIndex = (microgray: number) => 100 * microgray

/** In tenths of a decade: +3 is twice the target, -3 is half. Null without signal. */
export const computeDeviationIndex = (index: number, target: number): number | null =>
  index > 0 && target > 0 ? 10 * Math.log10(index / target) : null

/**
 * From this share on, the saturated part of the anatomy makes the exposure too high, whatever its
 * median is. Gas in the gut and the rim of the skin saturate in good images too, but less.
 */
export const overexposedShare = 0.05

/** The ranges of AAPM TG-116, each with a colour on the capture screen. */
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

export function getExposureBand(deviation: number): ExposureBand {
  const amount = Math.abs(deviation)
  if (amount <= 0.5) return 'on target'
  const isOver = deviation > 0
  if (amount <= 1) return isOver ? 'slightly over' : 'slightly under'
  if (amount <= 3) return isOver ? 'over' : 'under'
  return isOver ? 'excessive' : 'repeat'
}
