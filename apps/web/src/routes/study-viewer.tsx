import { can, offersAdvancedTools } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { basePath } from '../api/page-settings.ts'
import { useRecordChanges } from '../api/records/use-record-changes.ts'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { DumpButton } from '../features/image-forms/dump/dump-button.tsx'
import { FormsGroup } from '../features/image-forms/forms-group.tsx'
import { openImageForm } from '../features/image-forms/open-image-form.tsx'
import { NothingToView, StackStudy } from '../features/viewing/no-viewer.tsx'
import { Viewer } from '../viewer/index.ts'
import { toViewerPath } from '../viewer/prefetch.ts'
import type { ViewedStudy, ViewerProps } from '../viewer/index.ts'

interface StudyViewerProps {
  readonly viewed: ViewedStudy
  /** The image that the address names. */
  readonly opened: ViewerProps['opened']
}

/** Whether the page was opened by a link, so that there is no previous page of the application. */
function isFirstPage() {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && state.idx === 0
}

const addressDelayMs = 300

/**
 * Keeps the address of the page at the active image, so that a reload and a copied link open it.
 * Not a navigation: nothing has to be loaded or drawn again.
 */
function useImageAddress(studyId: StudyId) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (imageId: ImageId, isLayout: boolean) => {
      clearTimeout(timer.current)
      const base = basePath === '/' ? '' : basePath
      timer.current = setTimeout(() => {
        // Browsers limit the number of changes, which the wheel would exceed.
        history.replaceState(
          history.state,
          '',
          `${base}${toViewerPath(studyId, imageId, isLayout)}`,
        )
      }, addressDelayMs)
    },
    [studyId],
  )
}

/** The viewer with the slots that other features fill. */
export function StudyViewer({ viewed, opened }: StudyViewerProps) {
  const { study, source, state } = viewed
  const actor = useActor()
  const navigate = useNavigate()
  const { clinic } = useClinicInUse()
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
        forms: (imageId) =>
          clinic ? <FormsGroup study={study} clinic={clinic} imageId={imageId} /> : null,
        imageData: (imageId) =>
          clinic ? <DumpButton studyId={study.id} clinic={clinic} imageId={imageId} /> : null,
      }}
    />
  )
}
