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

/** Parts of the page that other features render; the route passes them in. */
export interface CaptureSlots {
  readonly protocols: (slot: ProtocolSlot) => ReactNode
  readonly restraint: (studyId: StudyId) => ReactNode
}
