import type { PositionCorrection, Stack, StudyId, StudyStacks } from '@talus/contract'
import type { ComparedStudy } from '../../viewer/core/source.ts'
import { layouts } from './layouts.ts'
import { findStack, getActiveCell, withActive, withStack } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { StackScene } from './scene.ts'

/** The study of a series that is not the opened one. */
export interface PriorFacts {
  readonly studyId: StudyId
  readonly createdOn: string
  /** How the animal lay is corrected for each study. */
  readonly correction: PositionCorrection | null
}

type ShownStack = Stack & { readonly prior?: PriorFacts }

/** Undefined for a series of the opened study. */
export const getPrior = (stack: ShownStack): PriorFacts | undefined => stack.prior

/** The series of another study of the patient, for comparison. */
export const toPriorStacks = (
  { id, createdOn }: Pick<ComparedStudy, 'id' | 'createdOn'>,
  { stacks, correction }: Pick<StudyStacks, 'stacks' | 'correction'>,
): readonly ShownStack[] =>
  stacks.map((stack) => ({ ...stack, prior: { studyId: id, createdOn, correction } }))

/**
 * Shows a series of another study beside the visible one. A layout of one viewport or of planes is
 * replaced, because both must be visible; in the others it replaces the series of the active viewport.
 */
export const withPriorStack =
  (prior: Stack, stacks: readonly Stack[]) =>
  (now: StackScene): StackScene => {
    const shown = findStack(stacks, getActiveCell(now)?.stackKey ?? '')
    const { cells, needsVolume } = layouts[now.layout]
    const isSideBySide = cells.length > 1 && !needsVolume
    if (isSideBySide || !shown || shown === prior) return withStack(prior)(now)
    const scene = withLayout('1x2', [shown, prior])(now)
    return withActive(1)(withStack(prior)(withActive(1)(scene)))
  }
