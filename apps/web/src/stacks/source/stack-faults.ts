import type { StudyStacks } from '@talus/contract'
import { ApiError } from '../../api/api-error.ts'

/** The texts `error` of the stacks name them. */
export type StackFault =
  | 'noStudies'
  | 'noStudyUid'
  | 'noSeries'
  | 'noSeriesUid'
  | 'noInstances'
  | 'noImages'
  | 'noValidImages'

/** Why a study has nothing to show; undefined if it has. */
export function findStackFault({
  studyInstanceUID,
  stacks,
  skipped,
  hasOtherImages,
}: StudyStacks): StackFault | undefined {
  if (studyInstanceUID === '') return 'noStudyUid'
  if (stacks.length === 0) {
    if (skipped > 0) return 'noValidImages'
    return hasOtherImages ? 'noImages' : 'noSeries'
  }
  if (stacks.every(({ seriesInstanceUID }) => seriesInstanceUID === '')) return 'noSeriesUid'
  const hasSlices = stacks.some(({ phases }) => phases.some(({ slices }) => slices.length > 0))
  return hasSlices ? undefined : 'noInstances'
}

/** A study that the archive does not have; the caller shows other errors with their own message. */
export const isMissingStudy = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404
