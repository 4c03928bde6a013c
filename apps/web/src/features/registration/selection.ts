import type { OwnerId, PatientId, StudyId, StudyRow } from '@talus/contract'

/** Whom the next exposure is for. A selected study is always one of the selected patient. */
export interface Selection {
  readonly ownerId: OwnerId | undefined
  readonly patientId: PatientId | undefined
  readonly studyId: StudyId | undefined
}

export const nothingSelected: Selection = {
  ownerId: undefined,
  patientId: undefined,
  studyId: undefined,
}

/** What of a row of the worklist tells whose it is. */
export type StudyChoice = Pick<StudyRow, 'studyId' | 'patientDatabaseId' | 'ownerId'>

export type SelectionEvent =
  | { readonly type: 'owner'; readonly ownerId: OwnerId }
  | { readonly type: 'patient'; readonly patientId: PatientId }
  | { readonly type: 'study'; readonly study: StudyChoice }
  /** Somebody has removed what was selected. */
  | { readonly type: 'gone' }
  /** The patients of an owner are known now. */
  | {
      readonly type: 'patientsOf'
      readonly ownerId: OwnerId
      readonly patientIds: readonly PatientId[]
    }

/** Each choice keeps what belongs to it and clears what belongs to another. */
export function select(now: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'owner':
      if (event.ownerId === now.ownerId) return now
      return { ...nothingSelected, ownerId: event.ownerId }
    case 'patient':
      if (event.patientId === now.patientId) return now
      return { ...now, patientId: event.patientId, studyId: undefined }
    case 'study': {
      const { studyId, patientDatabaseId, ownerId } = event.study
      return { studyId, patientId: patientDatabaseId, ownerId: ownerId ?? undefined }
    }
    case 'patientsOf': {
      const [only, ...others] = event.patientIds
      const isAsked = event.ownerId === now.ownerId && now.patientId === undefined
      if (!isAsked || only === undefined || others.length > 0) return now
      return { ...now, patientId: only }
    }
    case 'gone':
      return nothingSelected
    default:
      return event satisfies never
  }
}
