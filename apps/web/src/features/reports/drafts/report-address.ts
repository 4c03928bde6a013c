import type { StudyId } from '@talus/contract'

export const getReportPath = (studyId: StudyId) => `/report?studyId=${String(studyId)}`

/** In the history entry of a report: its draft is opened without asking. */
export const continueDraft = { opens: 'draft' } as const

export const isDraftContinued = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opens' in state && state.opens === 'draft'
