import { can, offersAdvancedTools } from '@talus/contract'
import { useNavigate } from 'react-router'
import { useRecordChanges } from '../api/records/use-record-changes.ts'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { DumpButton } from '../features/image-forms/dump/dump-button.tsx'
import { FormsGroup } from '../features/image-forms/forms-group.tsx'
import { openImageForm } from '../features/image-forms/open-image-form.tsx'
import { continueDraft, getReportPath } from '../features/reports/drafts/report-address.ts'
import { useCollectImage } from '../features/reports/use-collect-image.ts'
import { NothingToView, StackStudy } from '../features/viewing/no-viewer.tsx'
import { isFirstPage, useImageAddress } from '../features/viewing/use-image-address.ts'
import { Viewer } from '../viewer/index.ts'
import type { ViewedStudy, ViewerProps } from '../viewer/index.ts'

interface StudyViewerProps {
  readonly viewed: ViewedStudy
  /** The image that the address names. */
  readonly opened: ViewerProps['opened']
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
  // A link that was opened directly has no previous page.
  const back = () => void (isFirstPage() ? navigate('/studylist') : navigate(-1))
  if (source.images.length === 0) return <NothingToView />
  if (study.modality === 'CT' || study.modality === 'MR') {
    const form = clinic && { studyId: study.id, speciesId: null, clinic }
    return (
      <StackStudy
        modality={study.modality}
        onBack={back}
        onDownload={
          form && can(actor, 'image.dicom-forms')
            ? () => void openImageForm('download', { study: form, navigate })
            : undefined
        }
      />
    )
  }
  return (
    <Viewer
      source={source}
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
        forms: (imageId) =>
          clinic ? <FormsGroup study={study} clinic={clinic} imageId={imageId} /> : null,
        imageData: (imageId) =>
          clinic ? <DumpButton studyId={study.id} clinic={clinic} imageId={imageId} /> : null,
      }}
    />
  )
}
