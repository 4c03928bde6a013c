import type { OwnerId, PatientId, StudyId, StudyRow } from '@talus/contract'

/** The subject of the next exposure. A selected study always belongs to the selected patient. */
export interface Selection {
  readonly ownerId: OwnerId | undefined
  readonly patientId: PatientId | undefined
  readonly studyId: StudyId | undefined
}

export const emptySelection: Selection = {
  ownerId: undefined,
  patientId: undefined,
  studyId: undefined,
}

/** The ids of a worklist row. */
export type StudyChoice = Pick<StudyRow, 'studyId' | 'patientDatabaseId' | 'ownerId'>

export type SelectionEvent =
  | { readonly type: 'owner'; readonly ownerId: OwnerId }
  | { readonly type: 'patient'; readonly patientId: PatientId }
  | { readonly type: 'study'; readonly study: StudyChoice }
  /** A selected record has been removed. */
  | { readonly type: 'removed' }
  /** The patients of an owner have been loaded. */
  | {
      readonly type: 'patientsLoaded'
      readonly ownerId: OwnerId
      readonly patientIds: readonly PatientId[]
    }

/** Reducer: each choice keeps the records that belong to it and clears the others. */
export function reduceSelection(now: Selection, event: SelectionEvent): Selection {
  switch (event.type) {
    case 'owner':
      if (event.ownerId === now.ownerId) return now
      return { ...emptySelection, ownerId: event.ownerId }
    case 'patient':
      if (event.patientId === now.patientId) return now
      return { ...now, patientId: event.patientId, studyId: undefined }
    case 'study': {
      const { studyId, patientDatabaseId, ownerId } = event.study
      return { studyId, patientId: patientDatabaseId, ownerId: ownerId ?? undefined }
    }
    case 'patientsLoaded': {
      const [only, ...others] = event.patientIds
      const isRelevant = event.ownerId === now.ownerId && now.patientId === undefined
      if (!isRelevant || only === undefined || others.length > 0) return now
      return { ...now, patientId: only }
    }
    case 'removed':
      return emptySelection
    default:
      return event satisfies never
  }
}
