import type { StudyId } from '@talus/contract'
import { createSessionStore } from '../../../session-state.ts'

/** Attachments and request key of an unsent form by study: they outlive its modal, as its texts do. */
const keptForms = createSessionStore<ReadonlyMap<StudyId, KeptForm>>(new Map())

interface KeptForm {
  readonly files: readonly File[]
  /** Sent with each attempt, so that a lost answer makes no second case. */
  readonly key: string
}

export const readKeptForm = (studyId: StudyId): KeptForm | undefined => keptForms.get().get(studyId)

export function keepForm(studyId: StudyId, form: KeptForm | undefined) {
  keptForms.set((now) => {
    const next = new Map(now)
    if (form) next.set(studyId, form)
    else next.delete(studyId)
    return next
  })
}
