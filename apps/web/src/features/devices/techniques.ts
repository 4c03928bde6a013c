import { techniqueFor } from '@talus/anatomy'
import type { animalSizes, GeneratorTechnique } from '@talus/contract'
import type { z } from 'zod'
import { settings } from './generator-state.ts'
import type { Setting, Values } from './generator-state.ts'

export type Technique = z.output<typeof GeneratorTechnique>

/** Of what an image is to be taken, as far as it has been chosen. */
export interface TechniqueSubject {
  readonly speciesId: Technique['speciesId'] | undefined
  readonly size: (typeof animalSizes)[number] | null | undefined
  readonly bodyPart: string | undefined
  readonly bodyPartView: string | undefined
}

/** Undefined where something is still to be chosen: it cannot be looked up. */
function keyOf({ speciesId, size, bodyPart, bodyPartView }: TechniqueSubject) {
  if (speciesId === undefined || !size || !bodyPart || !bodyPartView) return undefined
  return { speciesId, size, bodyPart, bodyPartView }
}

/**
 * DEV-29: a person's own technique for species, size, body part and view, else the default one; of a
 * view that has none, as of another view of the same part.
 */
export function techniqueOf(
  subject: TechniqueSubject,
  defaults: readonly Technique[],
  own: readonly Technique[],
): Technique | undefined {
  const key = keyOf(subject)
  if (!key) return undefined
  const isMeant = (entry: Technique) =>
    entry.speciesId === key.speciesId &&
    entry.size === key.size &&
    entry.bodyPart === key.bodyPart &&
    entry.bodyPartView === key.bodyPartView
  return (
    own.find(isMeant) ??
    techniqueFor(
      defaults.filter((entry) => entry.speciesId === key.speciesId),
      key,
    )
  )
}

/** Says which subject it is, so that one is applied once. */
export const subjectName = (subject: TechniqueSubject): string | undefined => {
  const key = keyOf(subject)
  return key && [key.speciesId, key.size, key.bodyPart, key.bodyPartView].join('|')
}

export const settingsOf = ({ fo, kv, ma, ms }: Technique): Record<Setting, number> => ({
  fo,
  kv,
  ma,
  ms,
})

/** Why the technique cannot be saved (DEV-31); undefined where it can. */
export type SaveObstacle =
  | 'noAnnotation'
  | 'notWhole'
  | 'loading'
  | 'failed'
  | 'noTechnique'
  | 'noValues'

interface SaveCircumstances {
  readonly subject: TechniqueSubject | undefined
  readonly known: 'loading' | 'failed' | 'loaded'
  readonly technique: Technique | undefined
  readonly values: Values
}

export function obstacleToSave(now: SaveCircumstances): SaveObstacle | undefined {
  if (!now.subject) return 'noAnnotation'
  if (!keyOf(now.subject)) return 'notWhole'
  if (now.known !== 'loaded') return now.known
  if (!now.technique) return 'noTechnique'
  return techniqueFrom(now.subject, now.values) ? undefined : 'noValues'
}

/** What Save stores (DEV-30). */
export function techniqueFrom(subject: TechniqueSubject, values: Values): Technique | undefined {
  const key = keyOf(subject)
  const { fo, kv, ma, ms } = values
  if (!key || fo === undefined || kv === undefined || ma === undefined || ms === undefined)
    return undefined
  return kv > 0 && ma > 0 && ms > 0 ? { ...key, fo, kv, ma, ms } : undefined
}

/** Whether the generator is set as the technique says. */
export const isSetTo = (technique: Technique, values: Values): boolean =>
  settings.every((setting) => technique[setting] === values[setting])
