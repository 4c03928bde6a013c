import type { StudyId } from '@talus/contract'
import { readDraft, storeDraft } from '../../../ui/form/drafts.ts'

interface KeptForm {
  readonly files: readonly File[]
  /** Sent with each attempt, so that a lost answer makes no second case. */
  readonly key: string
  /** The form was sent once, and the answer did not arrive. */
  readonly isAttempted: boolean
}

/** A draft like the texts: it outlives the modal, and the browser asks before a reload discards it. */
const getDraftKey = (studyId: StudyId) => `case files ${String(studyId)}`

/** Attachments and request key of an unsent form; empty if there is none. */
export const readKeptForm = (studyId: StudyId): Partial<KeptForm> =>
  readDraft<KeptForm>(getDraftKey(studyId))

export const keepForm = (studyId: StudyId, { files, key, isAttempted }: KeptForm) =>
  storeDraft(
    getDraftKey(studyId),
    files.length > 0 || isAttempted ? { files, key, isAttempted } : {},
  )

export const discardKeptForm = (studyId: StudyId) => storeDraft(getDraftKey(studyId), {})
