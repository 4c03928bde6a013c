/** Apart from the chart: a page looks techniques up that the server has sent, and needs no copy of them. */

export interface TechniqueKey {
  readonly size: string
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** A leg of which only the pair is named is exposed like the joint in its middle. */
const likeness: Readonly<Record<string, string>> = {
  'Front Legs': 'Left Carpus',
  'Back Legs': 'Left Tarsus',
}

/**
 * The technique of a species for an image, out of those that are known: of the view itself, else of
 * the lateral, else of the ventrodorsal one, else of any view of the part; of a part that has none,
 * as of one that is like it. Somebody stands at the generator and waits: there is always one where
 * the part is known at all.
 */
export function techniqueFor<Known extends TechniqueKey>(
  known: readonly Known[],
  { size, bodyPart, bodyPartView }: TechniqueKey,
): Known | undefined {
  const ofPart = known.filter((entry) => entry.size === size && entry.bodyPart === bodyPart)
  for (const view of [bodyPartView, 'LAT', 'LM', 'VD']) {
    const found = ofPart.find((entry) => entry.bodyPartView === view)
    if (found) return found
  }
  const [any] = ofPart
  const alike = likeness[bodyPart]
  if (any || alike === undefined) return any
  return techniqueFor(known, { size, bodyPart: alike, bodyPartView })
}
