import type { ClinicId, CountedAnnotation, StudyId } from '@talus/contract'
import type { ReactNode } from 'react'
import type { CaptureModality } from './plan/annotations.ts'

export interface ProtocolSlot {
  readonly clinicId: ClinicId
  readonly studyId: StudyId
  readonly speciesId: number | null
  readonly modality: CaptureModality
  readonly annotations: readonly CountedAnnotation[]
  readonly animalSize: CountedAnnotation['animalSize']
  readonly onApplied: (annotations: readonly CountedAnnotation[]) => void
}

/** What other features put into the page; the route knows them. */
export interface CaptureSlots {
  readonly protocols: (slot: ProtocolSlot) => ReactNode
  readonly restraint: (studyId: StudyId) => ReactNode
}
