/**
 * Separate from the chart, because a page uses the techniques that the server sends, not the chart.
 */

export interface TechniqueKey {
  readonly size: string
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** A leg without techniques of its own is exposed like the joint in the middle of the leg. */
const similarParts: Readonly<Record<string, string>> = {
  'Front Legs': 'Left Carpus',
  'Left Front Leg': 'Left Carpus',
  'Right Front Leg': 'Right Carpus',
  'Back Legs': 'Left Tarsus',
  'Left Back Leg': 'Left Tarsus',
  'Right Back Leg': 'Right Tarsus',
}

/**
 * Views with the same thickness: both laterals use the technique that a clinic has saved for the
 * lateral without a side, and a leg from behind the one from the front.
 */
export const similarViews: Readonly<Record<string, readonly string[]>> = {
  RLAT: ['LAT', 'LLAT'],
  LLAT: ['LAT', 'RLAT'],
  ML: ['LAT', 'LM'],
  CRCD: ['CDCR', 'VD'],
  CDCR: ['CRCD', 'VD'],
}

/**
 * Selects the technique for an image among those of its species: the technique of the view itself,
 * else of a similar view, of the lateral or the ventrodorsal view, else of any view; a part without
 * techniques uses those of a similar part. There is always a technique if the part is known,
 * because the user at the generator needs one at once.
 */
export function selectTechnique<Known extends TechniqueKey>(
  known: readonly Known[],
  { size, bodyPart, bodyPartView }: TechniqueKey,
): Known | undefined {
  const ofPart = known.filter((entry) => entry.size === size && entry.bodyPart === bodyPart)
  for (const view of [bodyPartView, ...(similarViews[bodyPartView] ?? []), 'LAT', 'LM', 'VD']) {
    const found = ofPart.find((entry) => entry.bodyPartView === view)
    if (found) return found
  }
  const [any] = ofPart
  const similarPart = similarParts[bodyPart]
  if (any || similarPart === undefined) return any
  return selectTechnique(known, { size, bodyPart: similarPart, bodyPartView })
}
