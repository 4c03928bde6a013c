import { selectTechnique, similarViews } from '@talus/anatomy'
import type { animalSizes, GeneratorTechnique } from '@talus/contract'
import type { z } from 'zod'
import { generatorSettings } from '../generator/generator-state.ts'
import type { GeneratorSetting, KnownValues } from '../generator/generator-state.ts'

export type Technique = z.output<typeof GeneratorTechnique>

/** The subject of the next image, as far as it has been chosen. */
export interface TechniqueSubject {
  readonly speciesId: Technique['speciesId'] | undefined
  readonly size: (typeof animalSizes)[number] | null | undefined
  readonly bodyPart: string | undefined
  readonly bodyPartView: string | undefined
}

/** Undefined if a part of the key is not chosen yet. */
function toTechniqueKey({ speciesId, size, bodyPart, bodyPartView }: TechniqueSubject) {
  if (speciesId === undefined || !size || !bodyPart || !bodyPartView) return undefined
  return { speciesId, size, bodyPart, bodyPartView }
}

/**
 * Returns the user's own technique for species, size, body part and view, else their own for a view
 * of the same thickness, such as the other lateral, else the default one. A view without a
 * technique gets that of another view of the same part.
 */
export function findTechnique(
  subject: TechniqueSubject,
  defaults: readonly Technique[],
  own: readonly Technique[],
): Technique | undefined {
  const key = toTechniqueKey(subject)
  if (!key) return undefined
  const findOwn = (view: string) =>
    own.find(
      (entry) =>
        entry.speciesId === key.speciesId &&
        entry.size === key.size &&
        entry.bodyPart === key.bodyPart &&
        entry.bodyPartView === view,
    )
  const similar = (similarViews[key.bodyPartView] ?? []).map(findOwn)
  return (
    findOwn(key.bodyPartView) ??
    similar.find((entry) => entry !== undefined) ??
    selectTechnique(
      defaults.filter((entry) => entry.speciesId === key.speciesId),
      key,
    )
  )
}

/** Identifies a subject, so that its technique is applied once. */
export const getSubjectKey = (subject: TechniqueSubject): string | undefined => {
  const key = toTechniqueKey(subject)
  return key && [key.speciesId, key.size, key.bodyPart, key.bodyPartView].join('|')
}

export const getSettings = ({ fo, kv, ma, ms }: Technique): Record<GeneratorSetting, number> => ({
  fo,
  kv,
  ma,
  ms,
})

/** Reason why the technique cannot be saved. */
export type SaveObstacle =
  | 'noAnnotation'
  | 'notWhole'
  | 'loading'
  | 'failed'
  | 'noTechnique'
  | 'noValues'

interface SaveState {
  readonly subject: TechniqueSubject | undefined
  readonly loadState: 'loading' | 'failed' | 'loaded'
  readonly technique: Technique | undefined
  readonly values: KnownValues
}

export function getSaveObstacle(now: SaveState): SaveObstacle | undefined {
  if (!now.subject) return 'noAnnotation'
  if (!toTechniqueKey(now.subject)) return 'notWhole'
  if (now.loadState !== 'loaded') return now.loadState
  if (!now.technique) return 'noTechnique'
  return createTechnique(now.subject, now.values) ? undefined : 'noValues'
}

/** Creates the technique that Save stores; undefined if a value is missing or zero. */
export function createTechnique(
  subject: TechniqueSubject,
  values: KnownValues,
): Technique | undefined {
  const key = toTechniqueKey(subject)
  const { fo, kv, ma, ms } = values
  if (!key || fo === undefined || kv === undefined || ma === undefined || ms === undefined)
    return undefined
  return kv > 0 && ma > 0 && ms > 0 ? { ...key, fo, kv, ma, ms } : undefined
}

/** True if the generator is set to the values of the technique. */
export const isSetTo = (technique: Technique, values: KnownValues): boolean =>
  generatorSettings.every((setting) => technique[setting] === values[setting])
