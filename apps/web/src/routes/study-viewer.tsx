import { IconPhoto, IconStack2 } from '@tabler/icons-react'
import { can, offersAdvancedTools } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useRecordChanges } from '../api/records/use-record-changes.ts'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { CreateCaseTool } from '../features/cases/create/create-case-tool.tsx'
import { StudyImageFeedback } from '../features/cases/shared/study-image-feedback.tsx'
import { DumpButton } from '../features/image-forms/dump/dump-button.tsx'
import { FormsGroup } from '../features/image-forms/forms-group.tsx'
import { continueDraft, getReportPath } from '../features/reports/drafts/report-address.ts'
import { useCollectImage } from '../features/reports/use-collect-image.ts'
import { NothingToView } from '../features/viewing/no-viewer.tsx'
import { isFirstPage, useImageAddress } from '../features/viewing/use-image-address.ts'
import { StackViewer, hasStacks, isStackImage } from '../stacks/index.ts'
import { ToolbarButton, Viewer, ViewerSplash } from '../viewer/index.ts'
import type { ViewedStudy, ViewerProps } from '../viewer/index.ts'

interface StudyViewerProps {
  readonly viewed: ViewedStudy
  /** The image that the address names. */
  readonly opened: ViewerProps['opened']
}

/** Slices open in the stack viewer, other images in the viewer of radiographs. */
function chooseViewer({ study, source }: ViewedStudy, opened: ViewerProps['opened']) {
  const image = source.images.find(({ id }) => id === opened?.image)
  const isStack = image ? isStackImage(image) : isStackImage(study)
  return isStack ? 'stacks' : 'images'
}

/** The viewer with the slots that other features fill. */
export function StudyViewer({ viewed, opened }: StudyViewerProps) {
  const { study, source, state } = viewed
  const actor = useActor()
  const navigate = useNavigate()
  const { clinic } = useClinicInUse()
  const collectImage = useCollectImage(study)
  useRecordChanges(study.clinicId)
  const showAddress = useImageAddress(study.id)
  const [shown, setShown] = useState<'stacks' | 'images'>(() => chooseViewer(viewed, opened))
  const { t } = useTranslation()
  // A link that was opened directly has no previous page.
  const back = () => void (isFirstPage() ? navigate('/studylist') : navigate(-1))
  if (source.images.length === 0) return <NothingToView />
  const isStackStudy = hasStacks(source.images)
  const forms = (imageId: ImageId | undefined) =>
    clinic ? <FormsGroup study={study} clinic={clinic} imageId={imageId} /> : null
  const createCase = can(actor, 'case.offer-create') ? <CreateCaseTool study={study} /> : undefined
  if (isStackStudy && shown === 'stacks')
    return (
      <Suspense fallback={<ViewerSplash />}>
        <StackViewer
          studyId={study.id}
          source={source}
          state={state}
          isVeterinary={clinic?.clinicType !== 'Human'}
          hasAdvancedTools={offersAdvancedTools(actor, clinic?.clinicType)}
          canCorrect={can(actor, 'study.write')}
          onBack={back}
          firstImage={opened?.image}
          timeZone={clinic?.timeZone}
          renderSlots={({ hasOtherImages }) => (
            <>
              {hasOtherImages ? (
                <ToolbarButton
                  label={t('viewer:viewers.images')}
                  icon={IconPhoto}
                  onClick={() => setShown('images')}
                />
              ) : null}
              {forms(undefined)}
              {createCase}
            </>
          )}
        />
      </Suspense>
    )
  const others = source.images.filter((image) => !isStackImage(image))
  const shownSource = isStackStudy && others.length > 0 ? { ...source, images: others } : source
  return (
    <Viewer
      source={shownSource}
      state={state}
      hasAdvancedTools={offersAdvancedTools(actor, clinic?.clinicType)}
      onBack={back}
      opened={opened}
      onShown={showAddress}
      timeZone={clinic?.timeZone}
      slots={{
        report: can(actor, 'report.create')
          ? {
              add: collectImage,
              // The images that were added are in the draft.
              open: () => void navigate(getReportPath(study.id), { state: continueDraft }),
            }
          : undefined,
        forms: (imageId) => (
          <>
            {isStackStudy ? (
              <ToolbarButton
                label={t('viewer:viewers.stacks')}
                icon={IconStack2}
                onClick={() => setShown('stacks')}
              />
            ) : null}
            {forms(imageId)}
          </>
        ),
        createCase,
        imageData: (imageId) => (
          <>
            <StudyImageFeedback studyId={study.id} imageId={imageId} />
            {clinic ? <DumpButton studyId={study.id} clinic={clinic} imageId={imageId} /> : null}
          </>
        ),
      }}
    />
  )
}
