import { IconStack2 } from '@tabler/icons-react'
import { can, offersAdvancedTools } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import {
  StudyImageFeedback,
  useImageFeedbackLines,
} from '../features/cases/shared/study-image-feedback.tsx'
import { DumpButton } from '../features/image-forms/dump/dump-button.tsx'
import { continueDraft, getReportPath } from '../features/reports/drafts/report-address.ts'
import { useCollectImage } from '../features/reports/use-collect-image.ts'
import { useImageAddress } from '../features/viewing/use-image-address.ts'
import { ToolbarButton, Viewer } from '../viewer/index.ts'
import type { ViewedStudy, ViewerProps } from '../viewer/index.ts'
import { useStudyTools } from './study-tools.tsx'

interface StudyImagesProps {
  readonly viewed: ViewedStudy
  readonly opened: ViewerProps['opened']
  /** Undefined if the study has no slices. */
  readonly slices: ViewerProps['slices']
}

/** The viewer of radiographs with the slots that other features fill. */
export function StudyImages({ viewed, opened, slices }: StudyImagesProps) {
  const { study, source, state } = viewed
  const { t } = useTranslation()
  const actor = useActor()
  const navigate = useNavigate()
  const { clinic } = useClinicInUse()
  const collectImage = useCollectImage(study)
  const showAddress = useImageAddress(study.id)
  const { back, forms, createCase } = useStudyTools(study)
  const listFeedback = useImageFeedbackLines(study.id)
  const stacks = slices ? (
    <ToolbarButton label={t('viewer:viewers.stacks')} icon={IconStack2} onClick={slices.onShow} />
  ) : null
  return (
    <Viewer
      source={source}
      state={state}
      hasAdvancedTools={offersAdvancedTools(actor, clinic?.clinicType)}
      onBack={back}
      opened={opened}
      onShown={showAddress}
      slices={slices}
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
            {stacks}
            {forms(imageId)}
          </>
        ),
        createCase,
        imageNotes: listFeedback,
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
