import { can } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isLocal } from '../api/page-settings.ts'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { CreateCaseButton } from '../features/cases/create/create-case-button.tsx'
import { ImagesMenu } from '../features/image-forms/images-menu.tsx'
import { StudyDocuments } from '../features/documents/study-documents.tsx'
import { ImportButton } from '../features/import-images/import-button.tsx'
import { ImportZone } from '../features/import-images/import-zone.tsx'
import { MoveStudyButton } from '../features/reassign/move-study-button.tsx'
import { DraftsButton } from '../features/reports/drafts/drafts-button.tsx'
import { XrayButton } from '../features/registration/start/xray-button.tsx'
import { StudyList } from '../features/studies/study-list.tsx'
import { lazyCode } from '../lazy-code.ts'
import { prefetchStackViewer } from '../stacks/prefetch.ts'
import { WithCode } from '../ui/states/with-code.tsx'
import { prefetchStudy } from '../viewer/prefetch.ts'

const feedback = lazyCode(() => import('../features/cases/shared/image-feedback-mark.part.tsx'))

/**
 * Exposures are offered in the local variant, which has the sensors, to users who may make them.
 */
export function Page() {
  const actor = useActor()
  const { clinic } = useClinicInUse()
  const mayExpose = isLocal && can(actor, 'study.capture')
  const client = useQueryClient()
  // Prefetches the viewer and its first image while the user reads the row; a failed request is
  // repeated when the viewer is opened.
  const prepareViewer = useCallback(
    (studyId: StudyId) => {
      import('./viewer.route.tsx').catch(() => undefined)
      void prefetchStudy(client, studyId)
      void prefetchStackViewer(client, studyId)
    },
    [client],
  )
  const intake = clinic && can(actor, 'study.write') ? clinic : undefined
  return (
    <>
      <StudyList
        xray={mayExpose ? (row) => <XrayButton row={row} /> : undefined}
        images={(row, reason) => (
          <ImagesMenu study={row && clinic && { ...row, clinic }} reason={reason} />
        )}
        documents={(row) => <StudyDocuments studyId={row.studyId} timeZone={clinic?.timeZone} />}
        imageMark={(studyId, imageId) => (
          <WithCode code={feedback} fallback={null}>
            {({ ImageFeedbackMark }) => <ImageFeedbackMark studyId={studyId} imageId={imageId} />}
          </WithCode>
        )}
        createCase={
          can(actor, 'case.offer-create') ? (row) => <CreateCaseButton row={row} /> : undefined
        }
        move={(row) => <MoveStudyButton clinic={clinic} row={row} />}
        drafts={can(actor, 'report.create') ? <DraftsButton /> : null}
        onViewable={prepareViewer}
        intake={intake && <ImportButton clinic={intake} />}
      />
      {intake ? <ImportZone clinic={intake} /> : null}
    </>
  )
}
