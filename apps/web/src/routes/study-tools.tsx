import { can } from '@talus/contract'
import type { ImageId, Study } from '@talus/contract'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { CreateCaseTool } from '../features/cases/create/create-case-tool.tsx'
import { FormsGroup } from '../features/image-forms/forms-group.tsx'
import { isFirstPage } from '../features/viewing/use-image-address.ts'

/** The actions that both viewers offer for a study. */
export interface StudyTools {
  readonly back: () => void
  readonly forms: (imageId: ImageId | undefined) => ReactNode
  readonly createCase: ReactNode | undefined
}

export function useStudyTools(study: Study): StudyTools {
  const actor = useActor()
  const navigate = useNavigate()
  const { clinic } = useClinicInUse()
  return {
    // A link that was opened directly has no previous page.
    back: () => void (isFirstPage() ? navigate('/studylist') : navigate(-1)),
    forms: (imageId) =>
      clinic ? <FormsGroup study={study} clinic={clinic} imageId={imageId} /> : null,
    createCase: can(actor, 'case.offer-create') ? <CreateCaseTool study={study} /> : undefined,
  }
}
