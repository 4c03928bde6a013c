/**
 * Separate from the chart, because a page uses the techniques that the server sends, not the chart.
 */

export interface TechniqueKey {
  readonly size: string
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** The general leg parts are exposed like the joint in the middle of the leg. */
const similarParts: Readonly<Record<string, string>> = {
  'Front Legs': 'Left Carpus',
  'Back Legs': 'Left Tarsus',
}

/**
 * Selects the technique for an image among those of its species: the technique of the view itself,
 * else of the lateral, else of the ventrodorsal view, else of any view of the part; a part without
 * techniques uses those of a similar part. There is always a technique if the part is known,
 * because the user at the generator needs one at once.
 */
export function selectTechnique<Known extends TechniqueKey>(
  known: readonly Known[],
  { size, bodyPart, bodyPartView }: TechniqueKey,
): Known | undefined {
  const ofPart = known.filter((entry) => entry.size === size && entry.bodyPart === bodyPart)
  for (const view of [bodyPartView, 'LAT', 'LM', 'VD']) {
    const found = ofPart.find((entry) => entry.bodyPartView === view)
    if (found) return found
  }
  const [any] = ofPart
  const similarPart = similarParts[bodyPart]
  if (any || similarPart === undefined) return any
  return selectTechnique(known, { size, bodyPart: similarPart, bodyPartView })
}
