import { builtInProtocols } from '@talus/anatomy'
import type { Image, Species } from '@talus/contract'
import { isSlice } from '../shared/image-series.ts'

interface TakenView {
  readonly bodyPart: string
  readonly bodyPartView: string
}

export interface MissingView {
  readonly bodyPart: string
  readonly view: string
}

/** Slices and ultrasound have no views: only a case of radiographs is checked for missing ones. */
export const selectViewed = <Viewed extends Pick<Image, 'modality'>>(
  caseModality: string,
  images: readonly Viewed[],
): readonly Viewed[] => (caseModality === 'XRay' ? images.filter((image) => !isSlice(image)) : [])

/** Projections that show the same, from the other side of the animal. */
const sameProjection: Readonly<Record<string, string>> = { DV: 'VD', CRCD: 'CDCR', LM: 'ML' }
const toProjection = (view: string) => {
  const stored = view.toUpperCase()
  return sameProjection[stored] ?? stored
}

/**
 * The views that belong to each part: those of the first protocol of the product with several views
 * of it. The protocols are ordered from the usual to the special ones.
 */
function listUsualViews(species: Species): ReadonlyMap<string, readonly string[]> {
  const usual = new Map<string, readonly string[]>()
  for (const { steps, ...protocol } of builtInProtocols) {
    if (protocol.species !== species || protocol.modality !== 'General') continue
    for (const part of new Set(steps.map(({ bodyPart }) => bodyPart))) {
      const views = steps.filter((step) => step.bodyPart === part).map((step) => step.bodyPartView)
      if (views.length > 1 && !usual.has(part)) usual.set(part, views)
    }
  }
  return usual
}

/**
 * The views that a radiologist will probably ask for: usual ones of the parts that have images, and
 * those that were planned and not taken. A lateral without a side counts as the first missing one.
 */
export function findMissingViews(
  species: Species | undefined,
  taken: readonly TakenView[],
  planned: readonly TakenView[],
): readonly MissingView[] {
  const missing = new Map<string, MissingView>()
  const add = (bodyPart: string, view: string) => {
    missing.set(`${bodyPart} ${toProjection(view)}`, { bodyPart, view })
  }
  const usual =
    species === undefined ? new Map<string, readonly string[]>() : listUsualViews(species)
  for (const part of new Set(taken.map(({ bodyPart }) => bodyPart))) {
    const present = taken
      .filter(({ bodyPart }) => bodyPart === part)
      .map(({ bodyPartView }) => toProjection(bodyPartView))
    let unnamedLaterals = present.filter((view) => view === 'LAT').length
    for (const view of usual.get(part) ?? []) {
      if (present.includes(toProjection(view))) continue
      if (view.endsWith('LAT') && unnamedLaterals > 0) unnamedLaterals -= 1
      else add(part, view)
    }
  }
  for (const { bodyPart, bodyPartView } of planned)
    if (bodyPartView !== '' && !taken.some((one) => isSameView(one, { bodyPart, bodyPartView })))
      add(bodyPart, bodyPartView)
  return [...missing.values()]
}

const isSameView = (one: TakenView, other: TakenView) =>
  one.bodyPart === other.bodyPart &&
  toProjection(one.bodyPartView) === toProjection(other.bodyPartView)
