import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { formatCaseNumber, mayActOnCase, offersAdvancedTools } from '@talus/contract'
import type { CaseDetail, CaseId, ImageId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { Viewer, ViewerSplash, useViewedCase } from '../../../viewer/index.ts'
import type { ViewedCase } from '../../../viewer/index.ts'
import { FaultButtons } from '../reading/radiographs.tsx'

/** The viewer with the images of a case; drawings last until it is closed. */
export function CaseViewer({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const loaded = useViewedCase(caseId)
  if (loaded.state === 'loading') return <ViewerSplash />
  const back = () => void navigate(-1)
  if (loaded.state === 'failed')
    return (
      <StatePanel
        icon={<Icon icon={IconPhotoOff} size="3xl" />}
        title={t('caseReading:failed.title')}
        text={getErrorMessage(loaded.error)}
      >
        <Button onClick={loaded.retry}>{t('common:action.tryAgain')}</Button>
        <Button variant="default" onClick={back}>
          {t('caseReading:action.back')}
        </Button>
      </StatePanel>
    )
  return <LoadedCaseViewer viewed={loaded.viewed} onBack={back} />
}

interface LoadedCaseViewerProps {
  readonly viewed: ViewedCase
  readonly onBack: () => void
}

function LoadedCaseViewer({ viewed, onBack }: LoadedCaseViewerProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const { radCase, source, state } = viewed
  const crop = useMutation({
    ...caseWorkMutations.cropAndSave,
    onSuccess: () => toast.done(t('caseReading:crop.done')),
  })
  const addCrop = (picture: Blob) => {
    const name = `${formatCaseNumber(radCase.id)} ${t('caseReading:crop.name')}.png`
    crop.mutate({
      form: {
        fields: { caseId: radCase.id },
        files: { files: [new File([picture], name, { type: 'image/png' })] },
      },
    })
  }
  if (source.images.length === 0)
    return (
      <StatePanel
        icon={<Icon icon={IconPhotoOff} size="3xl" />}
        title={t('caseReading:file.noRadiographs')}
        text={t('caseReading:file.noRadiographsText')}
      >
        <Button onClick={onBack}>{t('caseReading:action.back')}</Button>
      </StatePanel>
    )
  return (
    <Viewer
      source={source}
      state={state}
      // The cases of the specification are those of veterinary clinics.
      hasAdvancedTools={offersAdvancedTools(actor, 'Veterinary')}
      onBack={onBack}
      onCropped={mayActOnCase(actor, 'addFiles', radCase) ? addCrop : undefined}
      slots={{
        imageData: (imageId) => <ImageFeedback radCase={radCase} imageId={imageId} />,
      }}
    />
  )
}

interface ImageFeedbackProps {
  readonly radCase: CaseDetail
  readonly imageId: ImageId
}

/** The judgement of the radiologist about the quality of the active image. */
function ImageFeedback({ radCase, imageId }: ImageFeedbackProps) {
  const actor = useActor()
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedback(radCase.id))
  if (!mayActOnCase(actor, 'rateImage', radCase)) return null
  const own = feedback.find((one) => one.imageId === imageId)
  return <FaultButtons caseId={radCase.id} imageId={imageId} own={own} />
}
