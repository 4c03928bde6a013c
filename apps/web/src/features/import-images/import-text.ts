import type { TFunction } from 'i18next'
import type { ImportState } from './import-state.ts'

/** Formats the result, such as `12 images stored, 3 already there, 1 refused`. */
export const formatSummary = (
  t: TFunction,
  {
    stored,
    known,
    held,
    skipped,
    problems,
  }: Pick<ImportState, 'stored' | 'known' | 'held' | 'skipped' | 'problems'>,
) =>
  [
    t('imageForms:import.stored', { count: stored }),
    ...(known > 0 ? [t('imageForms:import.known', { count: known })] : []),
    ...(held > 0 ? [t('imageForms:import.held', { count: held })] : []),
    ...(skipped > 0 ? [t('imageForms:import.skipped', { count: skipped })] : []),
    ...(problems.length > 0 ? [t('imageForms:import.problems', { count: problems.length })] : []),
  ].join(', ')
