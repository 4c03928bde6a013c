import { getRefinements } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { foreLimb } from './horse-fore-limb.ts'
import { hindLimb } from './horse-hind-limb.ts'
import type { LimbDrawing } from './limb-drawing.ts'
import { smallForeLimb } from './small-fore-limb.ts'
import { smallHindLimb } from './small-hind-limb.ts'

export type LimbPart = LimbDrawing['part']
export type PartCounts = Readonly<Partial<Record<BodyPart, number>>>

type LimbPair = Readonly<Record<LimbPart, LimbDrawing>>
const smallAnimal: LimbPair = { 'Front Legs': smallForeLimb, 'Back Legs': smallHindLimb }
export const limbDrawings: Readonly<Record<Species, LimbPair>> = {
  Canine: smallAnimal,
  Feline: smallAnimal,
  Equine: { 'Front Legs': foreLimb, 'Back Legs': hindLimb },
}

/** Finds the limb drawing that shows a part at a larger scale. */
export function findLimb(species: Species, part: BodyPart | null): LimbPart | null {
  const limbs: readonly LimbPart[] = ['Front Legs', 'Back Legs']
  const found = limbs.find((limb) => {
    const joints: readonly BodyPart[] = getRefinements(species, limb)
    return joints.length > 0 && part !== null && (limb === part || joints.includes(part))
  })
  return found ?? null
}

export const countImages = (counts: PartCounts, parts: readonly BodyPart[]) =>
  parts.reduce((sum, part) => sum + (counts[part] ?? 0), 0)
